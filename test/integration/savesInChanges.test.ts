import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../../src/core/async/clock.ts';
import { ChangeJournal } from '../../src/core/labels/changes/journal/journal.ts';
import type { RunRecord } from '../../src/core/labels/changes/journal/runRecord.ts';
import { commandIds, viewIds } from '../../src/ids.ts';
import { recordsIn } from '../support/recordsIn.ts';
import { testEnvironment } from './environment.ts';
import { eventually } from './eventually.ts';
import { agreeing, nameIn, replaceText } from './labelDocuments.ts';
import { person } from './person.ts';
import { startLabelDocuments } from './startLabelDocuments.ts';
import { untilNotified } from './untilNotified.ts';

describe('Edits of single labels', () => {
  const { label, open, served, uriOf } = startLabelDocuments({ labels: 60 });

  after(async () => {
    await vscode.commands.executeCommand(`${viewIds.labels}.focus`);
    await person.foldView('Changes');
  });

  it('by saves are in Changes as one row, are listed for their label, and can be undone there', async () => {
    const [first, second] = [label(0), label(1)];
    for (const record of [first, second]) {
      const document = await open(record);
      await replaceText(document, record.labelName, `${record.labelName}, saved`);
      assert.equal(await agreeing(document.save()), true);
    }
    const run = await eventually(async () => {
      const [newest] = (await recordsIn(journal())).toReversed();
      assert.equal(newest?.counts.done, 2);
      assert.equal(newest.owner, undefined);
      return newest;
    });
    assert.equal(run.title, 'Edit: 2 labels');
    assert.deepEqual(valuesOf(run), [
      [first.labelName, `${first.labelName}, saved`],
      [second.labelName, `${second.labelName}, saved`],
    ]);
    const shown = vscode.commands.executeCommand(commandIds.showLabelChanges, uriOf(first));
    await eventually(async () => {
      const items = await person.items();
      const [item = ''] = items;
      assert.equal(items.length, 1, items.join('\n'));
      assert.ok(item.includes(`→ "${first.labelName}, saved"`) && item.includes('Changed'), item);
    });
    const title = `Changes to ${first.labelName}, saved`;
    assert.ok((await person.window()).some((part) => part.includes(title)));
    await person.takeScreenshot('changesOfLabel');
    await person.clickItem('Name');
    await shown;
    await eventually(async () => {
      const rows = await person.rows();
      assert.ok(
        rows.some((row) => row.includes('Edit: 2 labels')),
        rows.join('\n'),
      );
      assert.ok(
        rows.some((row) => row.includes(`"${first.labelName}, saved"`)),
        rows.join('\n'),
      );
    });
    await person.takeScreenshot('savesInChanges');
    const undone = vscode.commands.executeCommand(commandIds.undoLabelChanges, run.header.id);
    await person.pressDialogButton('Undo “Edit: 2 labels”?', 'Undo');
    await untilNotified(
      (text) => text.includes('Undo “Edit') && text.includes('2 labels changed.'),
    );
    await undone;
    assert.equal(served(first).labelName, first.labelName);
    assert.equal(served(second).labelName, second.labelName);
    // The open label follows.
    const document = await open(second);
    await eventually(() => assert.equal(nameIn(document), second.labelName));
  });

  it('by renames are there, too, in a row of their own once those before were undone', async () => {
    const record = label(2);
    await vscode.commands.executeCommand(`${viewIds.labels}.focus`);
    await eventually(async () => {
      await person.clickRowInSight(record.labelName ?? '');
      const selected = await person.selectedRows();
      assert.ok(selected.some((row) => row.startsWith(record.labelName ?? '')));
    });
    // The key hands over the row; extensions are told later what is selected.
    await person.pressKey('F2');
    await person.typeText('Rename', 'Renamed');
    await eventually(() => assert.equal(served(record).labelName, 'Renamed'));
    await eventually(async () => {
      const [newest] = (await recordsIn(journal())).toReversed();
      assert.ok(newest);
      assert.equal(newest.title, `Edit: ${record.labelName}`);
      assert.equal(newest.counts.done, 1);
      assert.deepEqual(valuesOf(newest), [[record.labelName, 'Renamed']]);
    });
  });
});

function valuesOf({ sent }: RunRecord): readonly (readonly unknown[])[] {
  return Array.from(sent.values()).flatMap(({ fields }) =>
    fields.map(({ after, before }) => [before, after]),
  );
}

function journal(): ChangeJournal {
  return new ChangeJournal({
    folder: path.join(testEnvironment().storageFolder, 'changes'),
    clock: systemClock,
    limits: () => ({ days: 30, megabytes: 100 }),
  });
}
