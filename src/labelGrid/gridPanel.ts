import * as vscode from 'vscode';
import { textLanguage } from '../commands/textLanguage.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import type { Log } from '../core/log/log.ts';
import { PageMessages } from '../webview/pageMessages.ts';
import { webviewPage, type WebviewAssets } from '../webview/webviewPage.ts';
import type { GridContent } from './gridContent.ts';
import {
  messageFromGridSchema,
  type GridInitialData,
  type GridSelect,
  type GridState,
  type MessageFromGrid,
  type MessageToGrid,
} from './protocol.ts';

/** Options of a panel with a grid. */
export interface GridPanelOptions {
  readonly panel: vscode.WebviewPanel;
  readonly content: GridContent;
  readonly assets: WebviewAssets;
  readonly log: Log;
}

/** Number of rows sent before the page has requested any. */
const firstRows = 60;

/** Shows a grid in a webview panel: sends the page its rows, and passes on what the user does. */
export class GridPanel implements Disposable {
  readonly #options: GridPanelOptions;
  readonly #disposables = new DisposableStore();
  readonly #messages: PageMessages<MessageFromGrid, MessageToGrid>;
  #version = 0;
  /** Rows that the page requested last. */
  #asked = { from: 0, to: firstRows };
  /** Cells that the next state selects. Sent only once, as the user moves on from there. */
  #select: GridSelect | undefined;

  constructor(options: GridPanelOptions) {
    this.#options = options;
    const { assets, content, log, panel } = options;
    const { webview } = panel;
    this.#messages = this.#disposables.add(
      new PageMessages({
        webview,
        name: 'grid',
        schema: messageFromGridSchema,
        log,
        receive: async (message) => await this.#receive(message),
      }),
    );
    this.#disposables.add(
      content.onDidChange((select) => {
        this.#select = select ?? this.#select;
        this.#postStateSoon();
      }),
    );
    webview.html = webviewPage(assets, {
      language: textLanguage(),
      title: content.title,
      initialData: this.#initialData(),
    });
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #initialData(): GridInitialData {
    const { columns, title } = this.#options.content;
    const { bundle } = vscode.l10n;
    return {
      title,
      columns: [...columns],
      ...(bundle === undefined ? {} : { translations: bundle }),
      state: this.#state(),
    };
  }

  async #receive(message: MessageFromGrid): Promise<void> {
    if (message.type === 'rows') {
      this.#asked = { from: message.from, to: message.to };
      this.#postRows();
    } else if (message.type === 'ask') {
      this.#postStateSoon();
    } else if (message.type !== 'widths') {
      // The page itself stores widths.
      if (message.type === 'ready') {
        this.#postStateSoon();
      }
      await this.#options.content.act(message);
    }
  }

  /** Schedules a state message; calls before it is sent are coalesced. */
  #postStateSoon(): void {
    this.#version++;
    this.#messages.postSoon(() => {
      const state = this.#state();
      this.#select = undefined;
      return state;
    });
  }

  #state(): GridState {
    return {
      type: 'state',
      version: this.#version,
      slice: this.#slice(),
      ...(this.#select === undefined ? {} : { select: this.#select }),
      ...this.#options.content.state,
    };
  }

  #postRows(): void {
    const { order } = this.#options.content.state;
    this.#messages.post({ type: 'rows', version: this.#version, order, slice: this.#slice() });
  }

  #slice(): NonNullable<GridState['slice']> {
    const { from, to } = this.#asked;
    return { from, rows: [...this.#options.content.rows(from, to)] };
  }
}
