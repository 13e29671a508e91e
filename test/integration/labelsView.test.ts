import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readLabel } from '../../src/core/api/label.ts';
import { commandIds, settingIds, viewIds } from '../../src/ids.ts';
import { labelsOf } from '../../src/labelsView/chosenLabels.ts';
import { LabelRow } from '../../src/labelsView/rows/labelRow.ts';
import { RangeRow } from '../../src/labelsView/rows/rangeRow.ts';
import { eventually } from './eventually.ts';
import { codesIn } from './labelRows.ts';
import { person } from './person.ts';
import { accountLabel, administrator, integrator, Service, signIn, signOutOf } from './service.ts';
import { setSetting } from './setSetting.ts';
import { untilNotified } from './untilNotified.ts';

const labelCount = 30;
const pageSize = 8;

describe('labels view', () => {
  let service: Service;
  let codes: readonly string[];

  before(async () => {
    service = await Service.start({ labels: labelCount, accessTokenTtl: 1800 });
    codes = service.sandbox.control.labels(administrator.tenant).map(({ labelCode }) => labelCode);
    await setSetting(settingIds.pageSize, pageSize);
    await service.signInFirst();
    await vscode.commands.executeCommand(`${viewIds.labels}.focus`);
  });

  after(async () => {
    await service.stop();
    await setSetting(settingIds.pageSize, undefined);
    await vscode.commands.executeCommand('workbench.view.explorer');
  });

  /** Refreshes while the service cannot be reached; returns the notifications once the row of that is shown. */
  async function failRefresh(): Promise<readonly string[]> {
    service.proxy.fault = { kind: 'resetBeforeForwarding' };
    await vscode.commands.executeCommand(commandIds.refreshLabels);
    await eventually(async () => assert.match((await person.rows())[0] ?? '', /^Retry, /));
    service.proxy.fault = { kind: 'pass' };
    return await person.notifications();
  }

  it('shows the first page and how much there is', async () => {
    await eventually(async () => {
      const rows = await person.rows();
      assert.deepEqual(codesIn(rows), codes.slice(0, pageSize));
      assert.equal(rows.at(-1), 'Load more (8 of 30)');
    });
    assert.equal(service.requests('GET /api/v2/label/list'), 1);
  });

  it('loads more and selects the first new row', async () => {
    await person.clickRow('Load more (8 of 30)');
    await eventually(async () => {
      const rows = await person.rows();
      assert.deepEqual(codesIn(rows), codes.slice(0, 2 * pageSize));
      assert.equal(rows.at(-1), 'Load more (16 of 30)');
      assert.deepEqual(codesIn(await person.selectedRows()), [codes[pageSize]]);
    });
  });

  it('leaves the focus where it is when the next rows come late', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    service.proxy.path = '/api/v2/label/list';
    service.proxy.fault = { kind: 'delayAnswer', until: promise };
    await person.clickRow('Load more (16 of 30)');
    await eventually(async () =>
      assert.equal((await person.rows()).at(-1), 'Loading more… (16 of 30)'),
    );
    const picked = vscode.window.showQuickPick(['Opened meanwhile']);
    service.proxy.fault = { kind: 'pass' };
    resolve();
    await eventually(async () =>
      assert.deepEqual(codesIn(await person.selectedRows()), [codes[2 * pageSize]]),
    );
    await person.pickItem('Opened meanwhile');
    assert.equal(await picked, 'Opened meanwhile');
  });

  it('keeps its rows while it waits', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    service.proxy.path = '/api/v2/label/list';
    service.proxy.fault = { kind: 'delayAnswer', until: promise };
    const refreshed = vscode.commands.executeCommand(commandIds.refreshLabels);
    await eventually(async () => {
      const rows = await person.rows();
      assert.deepEqual(codesIn(rows), codes.slice(0, 3 * pageSize));
      assert.equal(rows.at(-1), 'Loading more… (24 of 30)');
    });
    service.proxy.fault = { kind: 'pass' };
    resolve();
    await refreshed;
    await eventually(async () => {
      const rows = await person.rows();
      assert.deepEqual(codesIn(rows), codes.slice(0, 3 * pageSize));
      assert.equal(rows.at(-1), 'Load more (24 of 30)');
    });
  });

  it('keeps its depth and selection over a refresh, and shows what has changed', async () => {
    const [first] = service.sandbox.control.labels(administrator.tenant);
    assert.ok(first);
    service.sandbox.control.updateLabel(administrator.tenant, first.id, { labelName: 'Renamed' });
    await vscode.commands.executeCommand(commandIds.refreshLabels);
    await eventually(async () => {
      const rows = await person.rows();
      assert.match(rows[0] ?? '', /^Renamed, /);
      assert.deepEqual(codesIn(rows), codes.slice(0, 3 * pageSize));
      assert.deepEqual(codesIn(await person.selectedRows()), [codes[2 * pageSize]]);
    });
  });

  it('takes no selection for a row of another extension, which can show its own in the view', async () => {
    assert.equal((await person.selectedRows()).length, 1);
    const row = { id: 'row', label: 'Label of another tenant', contextValue: 'label' };
    for (const command of [commandIds.renameLabel, commandIds.copyLabelName]) {
      const refused = vscode.commands.executeCommand(command, row);
      await untilNotified('Select one or more labels in the sidebar first.');
      await person.clearNotifications();
      await refused;
    }
    // On nothing, it is run on the selection, and says in which account.
    const renamed = vscode.commands.executeCommand(commandIds.renameLabel);
    const selected = service.sandbox.control.labels(administrator.tenant)[2 * pageSize];
    const account = `${accountLabel(administrator)} (Test service)`;
    await person.typeText(account, selected?.labelName ?? assert.fail());
    await renamed;
  });

  it('draws a label with the command that opens it', () => {
    // VS Code would ask for it later too, but while rows are drawn anew it would get none: a click is lost.
    const [record] = service.sandbox.control.labels(administrator.tenant);
    const read = readLabel(record);
    assert.ok(read.kind === 'label');
    const row = new LabelRow(service.accountId(administrator), read.label, undefined);
    assert.equal(row.treeItem(new Map()).command?.command, commandIds.editLabel);
  });

  it('takes labels that are selected across an unfolded range for themselves, and not all of it', () => {
    const entries = service.sandbox.control
      .labels(administrator.tenant)
      .map(readLabel)
      .filter((read) => read.kind === 'label');
    const id = service.accountId(administrator);
    const [before, after] = [0, 10].map(
      (start) =>
        new RangeRow(
          id,
          { start, end: start + 10 },
          { entries: () => entries, isExpanded: () => true },
        ),
    );
    assert.ok(before && after);
    const chosen = [...entries.slice(8, 10), ...entries.slice(10, 12)].map(
      ({ label }, index) => new LabelRow(id, label, index < 2 ? before : after),
    );
    const acrossAfter = [...chosen.slice(0, 2), after, ...chosen.slice(2)];
    assert.deepEqual(
      labelsOf(acrossAfter),
      chosen.map(({ label }) => label),
    );
    assert.equal(labelsOf([before, ...chosen.slice(2)]).length, 12);
  });

  it('opens what Enter in Find was pressed for, even before it is found', async () => {
    const [, one, other] = service.sandbox.control.labels(administrator.tenant);
    assert.ok(one && other);
    for (const label of [one, other]) {
      const done = vscode.commands.executeCommand(commandIds.findLabel);
      // The label opened before is in the list until there is an answer.
      await person.typeText('Find Label', label.labelCode);
      await done;
      await eventually(() => {
        const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        assert.ok(input instanceof vscode.TabInputCustom);
        assert.equal(input.uri.toString(), service.labelUri(administrator, label).toString());
      });
      // It would take the focus when it is there, and the next list would close.
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });

  it('filters on the server, and goes back', async () => {
    const done = vscode.commands.executeCommand(commandIds.filterLabels);
    await person.pickItem('Name');
    await person.typeText('empty removes it', 'rENAMED');
    await done;
    await eventually(async () => {
      const rows = await person.rows();
      assert.equal(rows.length, 1);
      assert.match(rows[0] ?? '', /^Renamed, /);
    });
    await vscode.commands.executeCommand(commandIds.clearLabelFilter);
    await eventually(async () =>
      assert.deepEqual(codesIn(await person.rows()), codes.slice(0, pageSize)),
    );
  });

  it('takes several criteria from one line, and keeps them under a name', async () => {
    const records = service.sandbox.control.labels(administrator.tenant);
    const matching = records.filter(
      ({ labelName, labelStatus }) => labelStatus === 1 && labelName?.includes('a'),
    );
    const filtered = async (): Promise<void> =>
      await eventually(async () => {
        const expected = matching.slice(0, pageSize).map(({ labelCode }) => labelCode);
        assert.deepEqual(codesIn(await person.rows()), expected);
      });
    const line = vscode.commands.executeCommand(commandIds.filterLabels);
    await person.typeText('Filter Labels', 'name:a status:1');
    await line;
    await filtered();
    const saved = vscode.commands.executeCommand(commandIds.saveLabelFilter);
    await person.typeText('Save Filter', 'Active with an a');
    await saved;
    await vscode.commands.executeCommand(commandIds.clearLabelFilter);
    await eventually(async () =>
      assert.deepEqual(codesIn(await person.rows()), codes.slice(0, pageSize)),
    );
    const chosen = vscode.commands.executeCommand(commandIds.filterLabels);
    await person.pickItem('Active with an a');
    await chosen;
    await filtered();
    await vscode.commands.executeCommand(commandIds.clearLabelFilter);
  });

  it('shows only the labels whose names occur more than once', async () => {
    const [one, , , , , other] = service.sandbox.control.labels(administrator.tenant);
    assert.ok(one && other);
    service.sandbox.control.updateLabel(administrator.tenant, other.id, { labelName: 'Renamed' });
    const done = vscode.commands.executeCommand(commandIds.showDuplicateLabels);
    await person.pickItem('Names that occur more than once');
    await done;
    await eventually(async () => {
      const rows = await person.rows();
      const renamed = rows.filter((row) => row.startsWith('Renamed, '));
      assert.deepEqual(codesIn(renamed), [one.labelCode, other.labelCode]);
      assert.ok(rows.length < labelCount);
    });
    await vscode.commands.executeCommand(commandIds.clearLabelFilter);
    await eventually(async () =>
      assert.deepEqual(codesIn(await person.rows()), codes.slice(0, pageSize)),
    );
  });

  it('keeps its rows when more cannot be loaded, and says why', async () => {
    service.proxy.fault = { kind: 'resetBeforeForwarding' };
    await vscode.commands.executeCommand(commandIds.loadMoreLabels);
    await eventually(async () => {
      const rows = await person.rows();
      assert.deepEqual(codesIn(rows), codes.slice(0, pageSize));
      assert.match(rows.at(-1) ?? '', /^Retry, .{20}/);
    });
    service.proxy.fault = { kind: 'pass' };
    await person.clickRow('Retry');
    await eventually(async () =>
      assert.deepEqual(codesIn(await person.rows()), codes.slice(0, 2 * pageSize)),
    );
  });

  it('goes on without a prompt when the access token has expired', async () => {
    const before = service.sandbox.control.tokenCalls().length;
    service.sandbox.control.expireAccessTokens();
    await vscode.commands.executeCommand(commandIds.refreshLabels);
    await eventually(async () =>
      assert.deepEqual(codesIn(await person.rows()), codes.slice(0, 2 * pageSize)),
    );
    const calls = service.sandbox.control.tokenCalls().slice(before);
    assert.deepEqual(
      calls.map(({ grantType, outcome }) => `${grantType} ${outcome}`),
      ['refresh_token ok'],
    );
  });

  it('offers to set the client secret where that is refused', async () => {
    const done = vscode.commands.executeCommand(commandIds.setClientSecret);
    await person.typeText('Test service', 'another one');
    await person.pressDialogButton('Replace the stored client secret?', 'Replace');
    await untilNotified('The client secret of Test service is stored.');
    await done;
    service.sandbox.control.expireAccessTokens();
    await vscode.commands.executeCommand(commandIds.refreshLabels);
    await eventually(async () => {
      const rows = await person.rows();
      assert.match(rows[0] ?? '', /^Set Client Secret, .{20}/);
      assert.deepEqual(codesIn(rows), codes.slice(0, 2 * pageSize));
    });
    await person.clickRow('Set Client Secret');
    await person.typeText('Test service', service.sandbox.clientSecret);
    // What had failed goes on with it.
    await eventually(async () =>
      assert.deepEqual(codesIn((await person.rows()).slice(0, 1)), codes.slice(0, 1)),
    );
    // Until all of it has: a token that is refused right after it was renewed is not renewed again at once.
    await vscode.commands.executeCommand(commandIds.refreshLabels);
  });

  it('has one row and one notification for a session that has ended, until the next sign-in', async () => {
    await person.clearNotifications();
    service.sandbox.control.expireAccessTokens();
    service.sandbox.control.revokeRefreshTokens();
    await vscode.commands.executeCommand(commandIds.refreshLabels);
    await vscode.commands.executeCommand(commandIds.refreshLabels);
    await eventually(async () => {
      const rows = await person.rows();
      const ended = rows.filter((row) => row.startsWith('Sign in again, The session has ended'));
      assert.equal(ended.length, 1);
      assert.deepEqual(codesIn(rows), codes.slice(0, 2 * pageSize));
    });
    await eventually(async () => {
      const told = await person.notifications();
      assert.equal(told.filter((text) => /sign in again/i.test(text)).length, 1, told.join('\n'));
    });
    await person.takeScreenshot('sessionEnded');
    await person.clickRow('Sign in again');
    await person.decide({ decision: 'approve', ...administrator });
    await eventually(async () => {
      const rows = await person.rows();
      assert.deepEqual(
        rows.filter((row) => row.startsWith('Sign in again')),
        [],
      );
      assert.deepEqual(codesIn(rows), codes.slice(0, 2 * pageSize));
    });
  });

  it('has a row for each of several accounts, folded so that all are in sight, and none for a single one', async () => {
    await signIn(integrator);
    await eventually(async () => {
      const rows = await person.rows();
      const names = [administrator, integrator].map((who) => `Account ${accountLabel(who)}, `);
      assert.equal(rows.length, 2, rows.join('\n'));
      assert.ok(names.every((name) => rows.some((row) => row.startsWith(name))));
    });
    await signOutOf(integrator);
    await eventually(async () => {
      const rows = await person.rows();
      assert.deepEqual(
        rows.filter((row) => row.startsWith('Account ')),
        [],
      );
      assert.deepEqual(codesIn(rows), codes.slice(0, 2 * pageSize));
    });
  });

  it('says in a notification what has failed where its row may be out of sight, and not beside it', async () => {
    await person.clearNotifications();
    const text = 'The connection to';
    assert.deepEqual(await failRefresh(), []);
    await vscode.commands.executeCommand(commandIds.loadAllLabels);
    await eventually(async () => assert.ok(codesIn(await person.rows()).length > 2 * pageSize));
    await failRefresh();
    await eventually(async () => {
      const shown = await person.notifications();
      assert.ok(shown.length === 1 && shown[0]?.includes(text), shown.join('\n'));
    });
    await person.takeScreenshot('failedOutOfSight');
    await person.clickNotification(text, 'Retry');
    await eventually(async () =>
      assert.deepEqual(codesIn((await person.rows()).slice(0, 1)), codes.slice(0, 1)),
    );
    assert.deepEqual(await person.notifications(), []);
  });
});
