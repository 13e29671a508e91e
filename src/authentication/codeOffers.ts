import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Memento } from '../core/memento/memento.ts';
import { settingIds } from '../ids.ts';
import { notify } from '../surfaces/notify.ts';

/** Settings that list envelope codes by meaning, each with the question that offers to add a code. */
const offers = {
  invalidGrantCodes: {
    settingId: settingIds.invalidGrantCodes,
    question: (code: number) =>
      vscode.l10n.t(
        'The service did not renew your sign-in (code {0}), and signing in again helped. Should this code end a session from now on, so that you are asked to sign in at once?',
        code,
      ),
  },
  unauthorizedCodes: {
    settingId: settingIds.unauthorizedCodes,
    question: (code: number) =>
      vscode.l10n.t(
        'The service refused an access token (code {0}), and a new one helped. Should this code renew the token from now on, so that you need not retry?',
        code,
      ),
  },
} as const;

/** Meaning of an envelope code. */
export type CodeMeaning = keyof typeof offers;

const rememberedSchema = z.catch(z.array(z.int()), []);

/**
 * Offers to add an undocumented code of the service to the settings, once its meaning has been observed. Each
 * code is offered only once per meaning.
 */
export class ErrorCodeOffers {
  readonly #codes: Readonly<Record<CodeMeaning, () => readonly number[]>>;
  readonly #memento: Memento;

  /** `codes`: codes in the settings. */
  constructor(codes: Readonly<Record<CodeMeaning, () => readonly number[]>>, memento: Memento) {
    this.#codes = codes;
    this.#memento = memento;
  }

  /** Asks whether to add `code` to the setting, unless the setting contains it or it was offered before. */
  async offer(meaning: CodeMeaning, code: number): Promise<void> {
    const key = `workforce.offeredCodes.${meaning}`;
    const offered = rememberedSchema.parse(this.#memento.get(key));
    const { question, settingId } = offers[meaning];
    if (offered.includes(code) || this.#codes[meaning]().includes(code)) {
      return;
    }
    await this.#memento.update(key, [...offered, code]);
    const yes = vscode.l10n.t('Yes');
    const buttons = { [yes]: 'sets', [vscode.l10n.t('No')]: 'closes' } as const;
    if ((await notify('information', question(code), buttons)) === yes) {
      await vscode.workspace
        .getConfiguration()
        .update(settingId, [...this.#codes[meaning](), code], vscode.ConfigurationTarget.Global);
    }
  }
}
