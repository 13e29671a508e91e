import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import * as z from 'zod';
import { commandIds, extensionId } from '../../src/ids.ts';
import { print } from './print.ts';
import { Service } from './service.ts';

/** In milliseconds. A quiet machine takes 35 to 90; one whose caches others use has taken 183. */
const cpuLimit = 500;
const moduleSchema = z.object({
  activate: z.custom<object>((value) => typeof value === 'function'),
});

const exportsSchema = z.custom<object>((value) => typeof value === 'object' && value !== null);

function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension(extensionId);
  assert.ok(found);
  return found;
}

describe('activation', () => {
  let service: Service;

  before(async () => {
    service = await Service.start();
  });

  after(async () => {
    await service.stop();
  });

  it('does not happen until something of the extension is touched', () => {
    assert.equal(extension().isActive, false);
  });

  it('is brought about by a command, is short, and asks the service nothing', async () => {
    const cpuBefore = process.cpuUsage();
    const started = performance.now();
    await vscode.commands.executeCommand(commandIds.clearLabelFilter);
    const elapsed = performance.now() - started;
    const { user, system } = process.cpuUsage(cpuBefore);
    // What a busy machine makes longer is the time that passes, not the time that it costs.
    const cost = (user + system) / 1000;
    print(
      `      activated and answered after ${Math.round(elapsed)} ms, ${Math.round(cost)} ms of CPU`,
    );
    assert.equal(extension().isActive, true);
    assert.ok(cost < cpuLimit, `${cost} ms`);
    assert.deepEqual(service.sandbox.control.requests(), {});
  });

  it('is synchronous and exports the API alone', async () => {
    const file = path.join(extension().extensionPath, 'dist', 'extension.js');
    const { activate } = moduleSchema.parse(await import(pathToFileURL(file).href));
    assert.equal(activate.constructor.name, 'Function');
    assert.deepEqual(Object.keys(exportsSchema.parse(extension().exports)), ['getApi']);
  });

  it('registers every command of ids.ts', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      Object.values(commandIds).filter((id) => !registered.has(id)),
      [],
    );
  });
});
