import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { RequestError } from '../../src/core/errors/requestError.ts';
import { fileSystemErrorFrom } from '../../src/surfaces/fileSystemError.ts';
import { markdown } from '../../src/surfaces/markdown.ts';
import { quickPickRow } from '../../src/surfaces/quickPick.ts';
import {
  addressOfMarkdown,
  hostileText,
  iconOfVsCode,
  invisibleCharacter,
  linkOfVsCode,
} from '../support/hostileText.ts';
import { randomFrom } from '../support/randomFrom.ts';

const runs = 20_000;

describe('texts from outside', () => {
  it('are read by VS Code as the tests of surfaces read them', async () => {
    const workbench = path.join(vscode.env.appRoot, 'out/vs/code/browser/workbench/workbench.js');
    const code = await readFile(workbench, 'utf8');
    for (const pattern of [
      String.raw`/\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^\)\s]+)(?: (["'])(.+?)(\3))?\)/gi`,
      'iconNameExpression="[A-Za-z0-9-]+"',
      'iconModifierExpression="~[A-Za-z]+"',
    ]) {
      assert.ok(code.includes(pattern), pattern);
    }
  });

  it('are neither links nor icons nor invisible in what VS Code is handed', () => {
    const random = randomFrom(20_260_728);
    for (let run = 0; run < runs; run++) {
      const text = hostileText(random);
      const { message } = fileSystemErrorFrom(new RequestError(text));
      assertNone(message, linkOfVsCode, invisibleCharacter);
      const { description, label } = quickPickRow({ label: text, description: text });
      assertNone(`${label}${description}`, iconOfVsCode, invisibleCharacter);
      const tooltip = markdown(text);
      assert.ok(!tooltip.isTrusted && !tooltip.supportThemeIcons && !tooltip.supportHtml);
      assertNone(tooltip.value, /(?<!\\)[[\]`*]/, linkOfVsCode, addressOfMarkdown);
    }
  });
});

function assertNone(text: string, ...patterns: readonly RegExp[]): void {
  if (patterns.some((pattern) => text.search(pattern) >= 0)) {
    assert.fail(JSON.stringify(text));
  }
}
