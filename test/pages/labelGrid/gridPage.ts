import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, FrameLocator, Frame, Locator, Page } from 'playwright-core';
import type { MessageFromGrid } from '../../../src/labelGrid/protocol.ts';
import { webviewPage } from '../../../src/webview/webviewPage.ts';
import { until } from '../../support/until.ts';
import { pageThemes, type PageThemeName } from '../themeVariables.ts';
import { FakeGridHost, type FakeGridOptions } from './fakeGridHost.ts';

/** Options of a page with a grid. */
export interface GridPageOptions extends FakeGridOptions {
  readonly theme?: PageThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly isForcedColors?: boolean;
  readonly hasTouch?: boolean;
  /** True if time passes only as far as the test lets it. */
  readonly isClockPaused?: boolean;
}

const origin = 'http://grid.test';
const screenshots = fileURLToPath(new URL('../../../dist/screenshots/', import.meta.url));

/** What runs in the pages: the grid, and the fake host around it. */
interface Bundles {
  readonly script: string;
  readonly style: string;
  readonly host: string;
}

/** Bundles the grid and its fake host. */
export async function bundleGrid(): Promise<Bundles> {
  const [grid, host] = await Promise.all([
    build({
      entryPoints: ['src/labelGrid/client/main.ts'],
      outdir: 'dist/labelGrid',
      bundle: true,
      format: 'iife',
      target: 'es2022',
      write: false,
    }),
    build({
      entryPoints: ['test/pages/labelGrid/fakeGridHost.ts'],
      bundle: true,
      format: 'iife',
      globalName: 'fakeGrid',
      write: false,
    }),
  ]);
  const [script = '', style = ''] = ['.js', '.css'].map(
    (ending) => grid.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '',
  );
  return { script, style, host: host.outputFiles[0]?.text ?? '' };
}

/** Page with a grid in a frame, as VS Code shows one, and a fake host around it. */
export class GridPage {
  readonly page: Page;
  readonly grid: FrameLocator;
  /** Messages in the console, such as what the content security policy has refused, and uncaught errors. */
  readonly complaints: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('console', (message) => this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    this.grid = page.frameLocator('iframe[title=Grid]');
  }

  /** Opens a grid and waits for its rows. */
  static async open(
    browser: Browser,
    { host, ...assets }: Bundles,
    options: GridPageOptions,
  ): Promise<GridPage> {
    const { height = 700, isClockPaused = false, isForcedColors = false, width = 1100 } = options;
    const { hasTouch = false, theme = 'dark' } = options;
    const page = await browser.newPage({
      viewport: { width, height },
      hasTouch,
      forcedColors: isForcedColors ? 'active' : 'none',
    });
    const { initialData } = new FakeGridHost(options, () => undefined);
    const content = webviewPage(assets, { language: 'en', title: 'Grid', initialData });
    await page.route(`${origin}/**`, async (route) => {
      const isGrid = route.request().url().endsWith('/grid');
      await route.fulfill({
        contentType: 'text/html',
        body: isGrid ? content : hostPage(host, options),
      });
    });
    await page.addInitScript(`(${surroundings})(${JSON.stringify(pageThemes[theme])})`);
    const opened = new GridPage(page);
    if (isClockPaused) {
      await page.clock.install({ time: 0 });
      // A clock that is installed runs, on a busy machine for some time; it cannot be paused in its past.
      await page.clock.pauseAt(60_000);
    }
    await page.goto(`${origin}/`);
    await opened.cell(0, 1).waitFor();
    return opened;
  }

  /** Frame of the grid. */
  get frame(): Frame {
    const frame = this.page.frames().find((each) => each.url().endsWith('/grid'));
    if (frame === undefined) {
      throw new Error('The grid has no frame.');
    }
    return frame;
  }

  /** Cell of a shown row. */
  cell(row: number, column: number): Locator {
    return this.grid.locator(`[data-row="${row}"] > [data-column="${column}"]`);
  }

  /** Evaluates an expression over `host`, the fake host, once it has received all that the grid has sent. */
  async host<Value>(expression: string): Promise<Value> {
    return await this.page.evaluate<Value>(`afterMessages().then(() => ${expression})`);
  }

  /** Messages of a type that the host has received. */
  async received<Type extends MessageFromGrid['type']>(
    type: Type,
  ): Promise<Extract<MessageFromGrid, { type: Type }>[]> {
    return await this.host(`host.received.filter(({ type }) => type === ${JSON.stringify(type)})`);
  }

  /** Keeps what the grid sends from the host. Returns a function that hands it over. */
  async silenceHost(): Promise<() => Promise<void>> {
    await this.page.evaluate(`
      kept = [];
      receive = host.receive.bind(host);
      host.receive = (message) => kept.push(message);
      void 0`);
    return async () => await this.page.evaluate('host.receive = receive; kept.forEach(receive)');
  }

  /** Waits until an expression over the host holds. */
  async untilHost(expression: string): Promise<void> {
    await until(async () => await this.host<boolean>(expression), { pause: 5 });
  }

  /** Row and column of the cell that has the focus. */
  async focused(): Promise<{ row: number; column: number } | undefined> {
    return await this.frame.evaluate(`(() => {
      const cell = document.activeElement.closest('[data-column]');
      const row = document.activeElement.closest('[data-row]');
      return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : undefined;
    })()`);
  }

  /** Waits until a cell has the focus. */
  async atCell(row: number, column: number): Promise<void> {
    await until(async () => {
      const focused = await this.focused();
      return focused?.row === row && focused.column === column;
    });
  }

  /** Value of a row that the host has. */
  async value(row: number, column: number): Promise<string> {
    return await this.host(`host.values[${row}][${column}]`);
  }

  /** Waits until a cell shows a text. */
  async shows(row: number, column: number, text: string): Promise<void> {
    await this.cell(row, column).getByText(text, { exact: true }).waitFor();
  }

  /** Selected cells in the page, as `row,column`. */
  async selected(): Promise<string[]> {
    return await this.frame
      .evaluate(`Array.from(document.querySelectorAll('.body [aria-selected=true]'),
      (cell) => cell.parentElement.dataset.row + ',' + cell.dataset.column)`);
  }

  /** Pastes a text as from another application. */
  async paste(text: string): Promise<void> {
    await this.frame.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(text)});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
  }

  async screenshot(name: string): Promise<void> {
    mkdirSync(screenshots, { recursive: true });
    await this.page.screenshot({ path: `${screenshots}${name}.png` });
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}

function hostPage(script: string, options: FakeGridOptions): string {
  return `<!DOCTYPE html>
<html lang="en"><head><title>Host</title><style>body { margin: 0 } iframe { border: 0; height: 100vh; width: 100vw; display: block }</style></head>
<body><script>${script}</script><script>
window.host = new fakeGrid.FakeGridHost(${JSON.stringify(options)}, (message) => frame.contentWindow.postMessage(message, location.origin));
addEventListener('message', ({ data, source }) => source === frame.contentWindow && host.receive(data));
// Messages to a window come in the order in which they were sent, but an evaluation may overtake them.
window.afterMessages = () => new Promise((resolve) => {
  addEventListener('message', function arrived({ source }) {
    if (source === window) {
      removeEventListener('message', arrived);
      resolve();
    }
  });
  postMessage('', location.origin);
});
const frame = document.createElement('iframe');
frame.title = 'Grid';
frame.src = '/grid';
document.body.append(frame);
</script></body></html>`;
}

/** What VS Code puts around the script of a webview, as source text. */
const surroundings = `(theme) => {
  if (!location.pathname.endsWith('/grid')) {
    return;
  }
  let state;
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => parent.postMessage(message, location.origin),
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: (kept) => sessionStorage.setItem('state', JSON.stringify(kept)),
  });
  document.addEventListener('readystatechange', () => document.body?.classList.add(...theme.className.split(' ')));
  const style = (root) => {
    for (const [name, value] of Object.entries(theme.colors)) {
      root.style.setProperty('--vscode-' + name, value);
    }
    root.style.setProperty('--vscode-font-family', "system-ui, 'Ubuntu', 'Droid Sans', sans-serif");
    root.style.setProperty('--vscode-font-size', '13px');
    root.style.colorScheme = theme.isDark ? 'dark' : 'light';
  };
  performance.mark('begin');
  const observer = new MutationObserver(() => {
    if (document.querySelector('.body .row .text')) {
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => performance.mark('rows')));
    }
  });
  observer.observe(document, { childList: true, subtree: true });
  new MutationObserver((_, observer) => {
    if (document.documentElement) {
      observer.disconnect();
      style(document.documentElement);
    }
  }).observe(document, { childList: true });
}`;
