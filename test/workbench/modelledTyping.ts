import { isDeepStrictEqual } from 'node:util';
import type { CDPSession, Locator } from 'playwright-core';
import { reloadWithUnsavedText } from './hotExit.ts';
import { JsonEditor } from './jsonEditor.ts';
import { ObservedLabel } from './observedLabel.ts';
import type { SandboxWorkbench } from './sandboxWorkbench.ts';
import { TypingModel, type TypedContent } from './typingModel.ts';
import { waitUntil } from './waitUntil.ts';

const nameLine = 4;

/** A label, the form that shows it in the first tab, and the tab of another label. */
export interface ModelledTypingOptions {
  readonly fixture: SandboxWorkbench;
  /** Of the label among those of the tenant. */
  readonly index: number;
  readonly tab: Locator;
  readonly otherTab: Locator;
}

/** A person at a label's form. After all that is done the form must show what the model says. */
export class ModelledTyping {
  readonly #options: ModelledTypingOptions;
  readonly #json: JsonEditor;
  readonly #label: ObservedLabel;
  readonly #model: TypingModel;
  readonly #initial: TypedContent;
  /** Position of the caret in the field `name`; undefined if it is elsewhere. */
  #caret: number | undefined;
  #field: keyof TypedContent = 'name';
  #session: CDPSession | undefined;
  /** The clock of the page that is shown stands still. */
  #isClockHeld = false;
  /** A save was begun that nobody has waited for. */
  #isSaving = false;
  /** There was typing during a save: VS Code takes an older version for the saved one. */
  #isSaveCrossed = false;

  constructor(options: ModelledTypingOptions) {
    this.#options = options;
    this.#json = new JsonEditor(options.fixture.workbench);
    this.#label = new ObservedLabel(options.fixture, options.index);
    this.#initial = this.#label.served;
    this.#model = new TypingModel(this.#initial);
  }

  get content(): TypedContent {
    return this.#model.content;
  }

  get field(): keyof TypedContent {
    return this.#field;
  }

  /** Gives the label back its content, whatever a failure has left. */
  async restore(): Promise<void> {
    this.#options.fixture.sandbox.control.setOption({ latency: 0 });
    this.#label.change(this.#initial);
    await this.#options.tab.click();
    this.#isClockHeld = false;
    await this.type('.');
    await this.#tab('.dirty').waitFor();
    await this.#revertUntil(async () =>
      isDeepStrictEqual(await this.#label.shown(), this.#initial),
    );
  }

  async type(text: string): Promise<void> {
    await this.#ready();
    await this.#page.keyboard.type(text);
    this.#insert(text);
  }

  async paste(): Promise<void> {
    await this.#page.evaluate(`navigator.clipboard.writeText('pasted')`);
    await this.#ready();
    await this.#page.keyboard.press('Control+v');
    this.#insert('pasted');
    // The browser reads the clipboard later than it takes the next stroke.
    await this.settled();
  }

  /** Types with an input method: several keys for what is then there at once. */
  async compose(): Promise<void> {
    await this.#ready();
    this.#session ??= await this.#page.context().newCDPSession(this.#page);
    this.#model.endStep();
    for (const text of ['s', 'sh', '試', '試用']) {
      const selection = { selectionStart: text.length, selectionEnd: text.length };
      await this.#session.send('Input.imeSetComposition', { text, ...selection });
    }
    await this.#session.send('Input.insertText', { text: '試用期' });
    this.#insert('試用期');
    this.#model.endStep();
  }

  /** Erases before the caret; never all, for an empty field could not be saved. */
  async erase(count: number): Promise<void> {
    if (this.#caret === undefined) {
      // A person erases what is seen: an undo that is not seen yet is no part of that.
      await this.settled();
    }
    await this.#ready();
    for (let left = count; left > 0; left--) {
      const before = this.#text.slice(0, this.#caret);
      const kept = Array.from(before).slice(0, -1).join('');
      if (kept.length < 2) {
        return;
      }
      await this.#page.keyboard.press('Backspace');
      this.#typed(kept + this.#text.slice(this.#caret));
      this.#caret = kept.length;
    }
  }

  /** Puts the caret behind the first characters. */
  async moveTo(count: number): Promise<void> {
    await this.#ready();
    await this.settled();
    await this.#page.keyboard.press('Home');
    this.#caret = 0;
    for (const character of Array.from(this.#text).slice(0, count)) {
      await this.#page.keyboard.press('ArrowRight');
      this.#caret += character.length;
    }
  }

  async undo(count: number): Promise<void> {
    await this.#inForm();
    let isShorter = true;
    for (let left = Math.min(count, this.#model.undoable); left > 0; left--) {
      const before = this.#text;
      await this.#page.keyboard.press('Control+z');
      this.#crossSave();
      this.#model.undo();
      isShorter &&= before.startsWith(this.#text);
    }
    this.#caret = undefined;
    if (!isShorter) {
      // The caret of the browser stays where it was: typing on at once would go there.
      await this.settled();
    }
  }

  async redo(): Promise<void> {
    if (this.#model.redoable === 0 || this.#isSaveCrossed) {
      return;
    }
    await this.#inForm();
    await this.#page.keyboard.press('Control+y');
    this.#crossSave();
    this.#model.redo();
    this.#caret = undefined;
    await this.settled();
  }

  /** Begins to save. */
  async save(): Promise<void> {
    await this.#finishSave();
    await this.#pressSave();
    this.#isSaving = true;
  }

  /** Goes to the tab of the other label and back. */
  async otherTab(): Promise<void> {
    const { fixture, otherTab, tab } = this.#options;
    await this.#leave();
    await otherTab.click();
    await fixture.form.title.getByText('Fixed-term').waitFor();
    await tab.click();
    await this.#shownAnew();
  }

  /** Types letters at the end of the name, in the JSON. */
  async typeJson(text: string): Promise<void> {
    const { keyboard } = this.#page;
    await this.#leave();
    await this.#json.open();
    await this.#json.goToEndOf(nameLine);
    await keyboard.press('ArrowLeft');
    await keyboard.type(text);
    this.#crossSave();
    const { name, code } = this.#model.content;
    this.#model.typed({ name: name + text, code });
    this.#model.endStep();
    const typed = this.#json.text(JSON.stringify(name + text));
    await typed.first().waitFor();
    await this.#options.tab.click();
    await this.#shownAnew();
  }

  async reload(): Promise<void> {
    await this.#leave();
    await reloadWithUnsavedText(this.#options.fixture.workbench);
    this.#session = undefined;
    this.#model.forget();
    this.#isSaveCrossed = false;
    // VS Code in a browser may show what its window was a moment before: another tab, or one as unsaved.
    await this.#options.tab.click();
    await this.#shownAnew();
    await this.type('.');
  }

  /** Somebody else gives the label another name while nothing is unsaved. */
  async renamedElsewhere(theirs: string): Promise<void> {
    await this.saveAll();
    this.#label.change({ ...this.#model.content, name: theirs });
    await this.#revertUntil(async () => (await this.#label.shown()).name === theirs);
    this.#model.forget({ ...this.#model.content, name: theirs });
  }

  /** Somebody else gives the label the name `theirs`; the person gives it another one, and overwrites that. */
  async overwrite(theirs: string): Promise<void> {
    const { fixture, index } = this.#options;
    await this.goToField('name');
    fixture.renameLabel(index, theirs);
    await this.type('!');
    await this.settled();
    await this.#pressSave();
    const conflict = fixture.workbench.notification('The content of the file is newer');
    await conflict.getByRole('button', { name: 'Overwrite' }).click();
    await fixture.workbench.dialogButton('Overwrite').click();
    await this.#saved();
  }

  /** Saves; then the service must have what the form shows. Where it had, nobody sees when that is over. */
  async saveAll(): Promise<void> {
    await this.settled();
    const wasSaved = this.#label.isServed(this.#model.content);
    await this.#pressSave();
    await this.#saved(wasSaved);
  }

  async #pressSave(): Promise<void> {
    await this.#inForm();
    await this.#page.keyboard.press('Control+s');
    this.#model.endStep();
    // What the service sets by itself comes into the document, and VS Code forgets what was undone.
    this.#model.forgetRedo();
  }

  async #saved(isSaving = false): Promise<void> {
    await waitUntil(() => this.#label.isServed(this.#model.content));
    await this.#tab(':not(.dirty)').waitFor();
    this.#isSaving = isSaving;
    this.#isSaveCrossed = false;
    await this.settled();
  }

  /** VS Code drops a save that it has not begun when another tab is shown; a person sees it end. */
  async #finishSave(): Promise<void> {
    if (this.#isSaving) {
      await this.saveAll();
    }
  }

  /** The form shows what the model says, and says that it is unsaved unless the service has it. */
  async settled(): Promise<void> {
    const expected = this.#model.content;
    try {
      await waitUntil(async () => isDeepStrictEqual(await this.#label.shown(), expected));
      const dirty = this.#tab('.dirty');
      await waitUntil(async () => this.#label.isServed(expected) || (await dirty.isVisible()));
    } catch (error) {
      const states = { shown: await this.#label.shown(), expected, served: this.#label.served };
      throw new Error(JSON.stringify(states), { cause: error });
    }
  }

  /** Leaves the field once the document has everything that belongs to it. */
  async #leave(): Promise<void> {
    await this.#finishSave();
    await this.#inForm();
    await this.settled();
    this.#isClockHeld = false;
    this.#caret = undefined;
    this.#model.endStep();
  }

  async #shownAnew(): Promise<void> {
    this.#field = 'name';
    await this.settled();
  }

  async #inForm(): Promise<void> {
    const { form } = this.#options.fixture;
    if (!this.#isClockHeld) {
      await form.holdClock();
      this.#isClockHeld = true;
    }
    const field = form.field(this.#field === 'name' ? 'Name' : 'Code');
    await field.focus();
  }

  /** The caret is in the field, where the model thinks that it is. */
  async #ready(): Promise<void> {
    await this.#inForm();
    if (this.#caret === undefined) {
      await this.#page.keyboard.press('End');
      this.#caret = this.#text.length;
    }
  }

  async goToField(field: keyof TypedContent): Promise<void> {
    if (field !== this.#field) {
      await this.settled();
      this.#field = field;
      this.#caret = undefined;
      this.#model.endStep();
      await this.#ready();
    }
  }

  /** Reverts; once more where VS Code was still reading what had been saved just before. */
  async #revertUntil(done: () => Promise<boolean>): Promise<void> {
    this.#caret = undefined;
    await waitUntil(async () => {
      await this.#options.fixture.workbench.quickInput.runCommand('File: Revert File');
      await this.#tab(':not(.dirty)').waitFor();
      return await done();
    });
  }

  #insert(text: string): void {
    const caret = this.#caret ?? this.#text.length;
    const before = this.#text;
    this.#caret = caret + text.length;
    this.#typed(before.slice(0, caret) + text + before.slice(caret));
  }

  #typed(text: string): void {
    this.#crossSave();
    this.#model.typed({ ...this.#model.content, [this.#field]: text });
  }

  #crossSave(): void {
    this.#isSaveCrossed ||= this.#isSaving;
  }

  #tab(state: '.dirty' | ':not(.dirty)'): Locator {
    return this.#options.tab.and(this.#page.locator(state));
  }

  get #text(): string {
    return this.#model.content[this.#field];
  }

  get #page() {
    return this.#options.fixture.workbench.page;
  }
}
