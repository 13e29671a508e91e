import * as z from 'zod/mini';
import { reasonOf } from '../../errors/reasonOf.ts';
import type { Log } from '../../log/log.ts';
import type { Memento } from '../../memento/memento.ts';
import { digestOf } from '../../text/digest.ts';

const storeKey = 'workforce.typedTexts';
/** Maximum number of texts, more than anybody undoes. Forgotten ones count as not typed. */
const maximumTexts = 10_000;
/** Maximum number of stored texts per document: after a crash, VS Code may restore text from slightly earlier. */
const maximumStoredTexts = 100;
const maximumStoredDocuments = 100;

const storedSchema = z.object({
  document: z.string(),
  texts: z.array(z.string()),
  titles: z.catch(z.array(z.string()), []),
});

/** Texts that the user has typed in one document. */
interface TypedChain {
  /** Digests of the texts, oldest first: a name can have 100,000 characters, and each keystroke creates a text. */
  readonly texts: Set<string>;
  /** Titles, other than the document's own, of tabs in which the texts were typed. */
  readonly titles: Set<string>;
}

/**
 * Texts of each document that the user has typed: texts reached from the one last read from the service by
 * steps that are each known to be typed. Undo and redo can also reach other texts: those from before that
 * read, and those made by a program. The latest texts outlive a reload of the window, for restored unsaved
 * text.
 */
export class TypedChains {
  readonly #store: Memento;
  readonly #log: Log;
  readonly #chains: Map<string, TypedChain>;
  #isStoring = false;
  #mustStore = false;

  constructor(store: Memento, log: Log) {
    this.#store = store;
    this.#log = log;
    const stored = z.array(storedSchema).safeParse(store.get(storeKey)).data ?? [];
    this.#chains = new Map(
      stored.map(({ document, texts, titles }) => [
        document,
        { texts: new Set(texts), titles: new Set(titles) },
      ]),
    );
  }

  /** Returns whether `text` belongs to the chain of `document`. */
  has(document: string, text: string): boolean {
    return this.#chains.get(document)?.texts.has(digestOf(text)) === true;
  }

  /** Returns the titles of the tabs, other than that of `document`, in which texts of its chain were typed. */
  titlesOf(document: string): readonly string[] {
    return Array.from(this.#chains.get(document)?.titles ?? []);
  }

  /** Begins a new chain: `document` contains `text`, as read from the service. */
  begin(document: string, text: string): void {
    this.#set(document, [digestOf(text)]);
  }

  /**
   * Records that the user has changed `document` from `before` to `after`, in tabs some of which have
   * `otherTitles`. Ignored if `before` was not typed by the user, as typing into other text does not make
   * it the user's.
   */
  extend(document: string, before: string, after: string, otherTitles: readonly string[]): void {
    const chain = this.#chains.get(document);
    if (chain?.texts.has(digestOf(before)) !== true) {
      return;
    }
    const { texts, titles } = chain;
    otherTitles.forEach((title) => titles.add(title));
    const digest = digestOf(after);
    texts.delete(digest);
    texts.add(digest);
    for (const oldest of texts) {
      if (texts.size <= maximumTexts) {
        break;
      }
      texts.delete(oldest);
    }
    void this.#keep();
  }

  /** Begins a new chain: `document`, with `text`, is now based on a label changed by somebody else. */
  restart(document: string, text: string): void {
    const isTyped = this.has(document, text);
    this.#set(document, isTyped ? [digestOf(text)] : [], isTyped ? this.titlesOf(document) : []);
  }

  /** Drops the chain of the closed `document`. */
  end(document: string): void {
    if (this.#chains.delete(document)) {
      void this.#keep();
    }
  }

  #set(document: string, texts: readonly string[], titles: readonly string[] = []): void {
    this.#chains.delete(document);
    this.#chains.set(document, { texts: new Set(texts), titles: new Set(titles) });
    void this.#keep();
  }

  /** Stores the chains, one write at a time, as keystrokes are faster than storing. */
  async #keep(): Promise<void> {
    this.#mustStore = true;
    if (this.#isStoring) {
      return;
    }
    this.#isStoring = true;
    try {
      while (this.#mustStore) {
        this.#mustStore = false;
        const chains = Array.from(this.#chains).slice(-maximumStoredDocuments);
        const stored = chains.map(([document, { texts, titles }]) => ({
          document,
          texts: Array.from(texts).slice(-maximumStoredTexts),
          titles: Array.from(titles).slice(-maximumStoredTexts),
        }));
        await this.#store.update(storeKey, stored);
      }
    } catch (error) {
      this.#log.warn(`What is typed in labels could not be noted: ${reasonOf(error)}`);
    } finally {
      this.#isStoring = false;
    }
  }
}
