import type { Page } from 'playwright-core';
import { waitUntil } from './waitUntil.ts';
import { leaveAndReturn } from './windowFocus.ts';
import type { Workbench } from './workbench.ts';

/** Time in which VS Code stores its state after its user has gone elsewhere, in milliseconds. */
const timeToStore = 2000;

/**
 * Loads the window anew as soon as VS Code lets it go without a question: it keeps unsaved text
 * somewhat later than it is typed. The same editors are open afterwards, with `viewState` in their state.
 */
export async function reloadWithUnsavedText(workbench: Workbench, viewState = ''): Promise<void> {
  const mayClose = async (): Promise<boolean> =>
    await workbench.page.evaluate<boolean>(
      "window.dispatchEvent(new Event('beforeunload', { cancelable: true }))",
    );
  await untilEditorsAreStored(workbench, viewState);
  await waitUntil(mayClose);
  await workbench.open();
}

/**
 * Loads the window anew as after a crash: with the state that VS Code had stored when a webview's had `text`, before
 * `act`.
 */
export async function crashAfter(
  workbench: Workbench,
  text: string,
  act: () => Promise<void>,
): Promise<void> {
  const { page } = workbench;
  await untilStored(page, `(value) => value.includes(${JSON.stringify(text)})`);
  const editors = JSON.stringify(await page.evaluate<string>(storedEditors));
  await act();
  // A page of the same origin, in which VS Code stores nothing.
  await workbench.goAway('/healthz');
  await page.evaluate(`(${storeEditors})(${editors})`);
  await workbench.open();
}

/** Waits until a window that is opened now would have the same groups of editors, and the same one active. */
export async function untilEditorsAreStored(
  { activeTab, page }: Workbench,
  viewState = '',
): Promise<void> {
  const present = JSON.stringify({
    active: await activeTab.getAttribute('data-resource-name'),
    groups: await page.locator('.editor-group-container').count(),
    tabs: await page.locator('.editor-group-container .tab').count(),
    viewState,
  });
  await untilStored(
    page,
    `(value, key) => key === '${editorsKey}' && (${areStored})(value, ${present})`,
  );
}

/** Waits until VS Code has stored a text in the browser that `accepts`, as source text, accepts. */
async function untilStored(page: Page, accepts: string): Promise<void> {
  let leftAt = -Infinity;
  await waitUntil(async () => {
    if (performance.now() - leftAt > timeToStore) {
      // VS Code stores once a minute, and when its user goes elsewhere.
      await leaveAndReturn(page);
      leftAt = performance.now();
    }
    return await page.evaluate<boolean>(`(${hasStored})(${accepts})`);
  });
}

/** Returns whether the stored editors `value` are the present ones; as source text. */
const areStored = `(value, present) => {
  const { activeGroup, serializedGrid } = JSON.parse(value)['editorpart.state'] ?? {};
  const groupsOf = (node) => node.type === 'leaf' ? [node.data] : node.data.flatMap(groupsOf);
  const groups = groupsOf(serializedGrid.root);
  const { editors = [], mru = [] } = groups.find(({ id }) => id === activeGroup) ?? {};
  const tabs = groups.reduce((sum, group) => sum + (group.editors?.length ?? 0), 0);
  return value.includes(present.viewState) && groups.length === present.groups && tabs === present.tabs
    && (editors[mru[0]]?.value.includes(JSON.stringify(present.active).slice(1, -1)) ?? false);
}`;

/** Key of the editors in VS Code's databases. */
const editorsKey = 'memento/workbench.parts.editor';

/** Calls `use` with each store of VS Code's databases in the browser, until it returns a value; as source text. */
const inStores = `async (mode, use) => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    try {
      for (const store of database.objectStoreNames) {
        const found = await use(database.transaction(store, mode).objectStore(store), done);
        if (found !== undefined) {
          return found;
        }
      }
    } finally {
      database.close();
    }
  }
  return undefined;
}`;

/** Returns whether VS Code's databases have a text that `accepts` accepts; as source text. */
const hasStored = `async (accepts) => await (${inStores})('readonly', async (objects, done) => {
  const [keys, values] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())]);
  return values.some((value, index) => typeof value === 'string' && accepts(value, keys[index])) || undefined;
}) ?? false`;

/** Returns the stored editors; as source text. */
const storedEditors = `(${inStores})('readonly', (objects, done) => done(objects.get('${editorsKey}')))`;

/** Stores these editors in place of the ones that are stored; as source text. */
const storeEditors = `async (editors) => await (${inStores})('readwrite', async (objects, done) =>
  await done(objects.get('${editorsKey}')) === undefined ? undefined : done(objects.put(editors, '${editorsKey}')))`;
