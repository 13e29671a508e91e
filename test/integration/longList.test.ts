import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, settingIds, viewIds } from '../../src/ids.ts';
import { liveBytes } from '../support/liveBytes.ts';
import { eventually } from './eventually.ts';
import { codesIn } from './labelRows.ts';
import { person } from './person.ts';
import { print } from './print.ts';
import { accountLabel, administrator, integrator, Service, signIn } from './service.ts';
import { setSetting } from './setSetting.ts';

/** Starts a service with so many labels, which it has made then, signs in and shows the view. */
async function start(labels: number): Promise<Service> {
  const service = await Service.start({ labels, pageLimit: 1000 });
  // The service lives in this process, and makes them when it is first asked for them.
  assert.equal(service.sandbox.control.labels(administrator.tenant).length, labels);
  // Not through the recorder, which keeps all that goes through it.
  await service.connectAs(service.sandbox.baseUrl);
  await service.signInFirst();
  await vscode.commands.executeCommand(`${viewIds.labels}.focus`);
  await eventually(async () => {
    // Before that there may be rows of another test.
    assert.ok(service.requests('GET /api/v2/label/list') > 0);
    assert.ok((await codesInSight()).length > 0);
  });
  return service;
}

async function seeRow(name: string): Promise<void> {
  await eventually(async () => {
    const rows = await person.rows();
    assert.ok(
      rows.some((row) => row.startsWith(name)),
      `no row “${name}”`,
    );
  });
}

describe('labels view with a list too long to be drawn as one', () => {
  describe('of 100,000 labels', () => {
    const count = 100_000;
    let service: Service;

    before(async () => {
      service = await start(count);
    });

    after(async () => {
      await service.stop();
    });

    it('takes less than 1,000 bytes of memory for each label', async () => {
      const before = liveBytes();
      await vscode.commands.executeCommand(commandIds.loadAllLabels);
      await seeRow('Labels 1 to 1,000, ');
      const bytes = (liveBytes() - before) / count;
      print(`    ${Math.round(bytes)} bytes a label`);
      assert.ok(bytes > 100 && bytes < 1000, `${bytes} bytes`);
    });
  });

  describe('of 5,050 labels', () => {
    let service: Service;
    let codes: readonly string[];

    before(async () => {
      await setSetting(settingIds.pageSize, 1000);
      service = await start(5050);
      codes = service.sandbox.control
        .labels(administrator.tenant)
        .map(({ labelCode }) => labelCode);
    });

    after(async () => {
      await service.stop();
      await setSetting(settingIds.pageSize, undefined);
    });

    /** Loads five pages more, the last of which makes the list too long. */
    async function loadUntilTooLong(): Promise<void> {
      for (let page = 2; page <= 5; page++) {
        await vscode.commands.executeCommand(commandIds.loadMoreLabels);
        await seeSelected(codes[(page - 1) * 1000]);
      }
      await vscode.commands.executeCommand(commandIds.loadMoreLabels);
    }

    it('begins at its top when it is filtered, wherever one had scrolled to', async () => {
      const active = service.sandbox.control
        .labels(administrator.tenant)
        .filter(({ labelStatus }) => labelStatus === 1);
      await scrollToEnd(codes[999]);
      const filtered = vscode.commands.executeCommand(commandIds.filterLabels);
      await person.typeText('Filter Labels', 'status:1');
      await filtered;
      await seeFirst(active[0]?.labelCode);
      await scrollToEnd(active[999]?.labelCode);
      await vscode.commands.executeCommand(commandIds.clearLabelFilter);
      await seeFirst(codes[0]);
    });

    it('forgets the rows that it has drawn anew', async () => {
      const [label] = service.sandbox.control.labels(administrator.tenant);
      assert.ok(label);
      const refresh = async (labelName: string): Promise<void> => {
        service.sandbox.control.updateLabel(administrator.tenant, label.id, { labelName });
        await vscode.commands.executeCommand(commandIds.refreshLabels);
        await seeRow(`${labelName}, `);
      };
      await refresh('Before');
      await refresh('Before too');
      const before = liveBytes();
      for (let time = 1; time <= 10; time++) {
        await refresh(`Drawn ${time}`);
      }
      // VS Code lets go of the rows that it drew last a moment after their successors are in sight.
      const bytes = await eventually(() => {
        const now = (liveBytes() - before) / 10_000;
        // What is left is VS Code's own; a label takes 500 more.
        assert.ok(now < 450, `${now} bytes`);
        return now;
      });
      print(`    ${Math.round(bytes)} bytes for each row that was drawn anew`);
    });

    it('shows ranges from 5,001 labels on, and selects the first new row in its range', async () => {
      await loadUntilTooLong();
      await seeSelected(codes[5000]);
      await seeRow('Labels 5,001 to 5,050, ');
    });

    it('keeps what the user has folded over a refresh', async () => {
      await person.clickRow('Labels 5,001 to 5,050');
      await eventually(async () => assert.ok(!(await codesInSight()).includes(codes[5001] ?? '')));
      const [label] = service.sandbox.control.labels(administrator.tenant).slice(4999);
      assert.ok(label);
      service.sandbox.control.updateLabel(administrator.tenant, label.id, { labelName: 'Renamed' });
      await vscode.commands.executeCommand(commandIds.refreshLabels);
      await seeRow('Renamed, ');
      await seeRow('Labels 5,001 to 5,050');
      assert.ok(!(await codesInSight()).includes(codes[5001] ?? ''));
    });

    it('does so below the row of an account as well', async () => {
      // As far as can be from where the row of an account comes that is new.
      await person.pressKey('Home');
      await seeRow('Labels 1 to 1,000, ');
      await signIn(integrator);
      const account = `Account ${accountLabel(integrator)}`;
      await seeRow(account);
      // Selects it, and unfolds it. A click may be lost while VS Code renders the row again.
      await eventually(async () => {
        await person.clickRow(account);
        assert.ok((await person.selectedRows()).some((row) => row.startsWith(account)));
      });
      await person.pressKey('ArrowRight');
      await eventually(async () => {
        await person.pressKey('End');
        assert.ok((await person.rows()).includes('Load more (1,000 of 5,050)'));
      });
      await loadUntilTooLong();
      await seeSelected(codes[5000]);
      await seeRow('Labels 5,001 to 5,050, ');
    });
  });

  describe('of 6,050 labels, 850 at a time', () => {
    const pageSize = 850;
    let service: Service;

    before(async () => {
      await setSetting(settingIds.pageSize, pageSize);
      service = await start(6050);
    });

    after(async () => {
      await service.stop();
      await setSetting(settingIds.pageSize, undefined);
    });

    it('adds what comes next to the last range', async () => {
      const codes = service.sandbox.control
        .labels(administrator.tenant)
        .map(({ labelCode }) => labelCode);
      for (let page = 2; page <= 7; page++) {
        await vscode.commands.executeCommand(commandIds.loadMoreLabels);
        await seeSelected(codes[(page - 1) * pageSize]);
      }
      await person.pressKey('End');
      await seeRow('Load more (5,950 of 6,050)');
      assert.ok((await codesInSight()).includes(codes[5949] ?? ''));
      // To the last label, and from there to its range.
      await person.pressKey('ArrowUp');
      await person.pressKey('ArrowLeft');
      await seeRow('Labels 5,001 to 5,950, ');
    });
  });
});

async function codesInSight(): Promise<readonly string[]> {
  return codesIn(await person.rows());
}

/** Goes to the end of the list, whose last label has this code. */
async function scrollToEnd(code: string | undefined): Promise<void> {
  await vscode.commands.executeCommand(`${viewIds.labels}.focus`);
  await eventually(async () => {
    await person.pressKey('End');
    assert.equal((await codesInSight()).at(-1), code);
  });
}

async function seeFirst(code: string | undefined): Promise<void> {
  await eventually(async () => assert.equal((await codesInSight())[0], code));
}

async function seeSelected(code: string | undefined): Promise<void> {
  await eventually(async () => assert.deepEqual(codesIn(await person.selectedRows()), [code]));
}
