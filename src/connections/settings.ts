import * as vscode from 'vscode';
import * as z from 'zod';
import { readStatusNames, type StatusNames } from '../core/labels/statusNames.ts';
import { settingIds } from '../ids.ts';

const pageSizeSchema = z.int().min(1).max(1000).catch(100);
const timeoutSchema = z.number().min(1).max(600).catch(30);
const codesSchema = z.array(z.int()).catch([]);

/** Settings beside the connections, read anew each time and checked: a wrong value becomes the default. */
export const settings = {
  /** How many labels to load at a time. */
  pageSize: (): number => pageSizeSchema.parse(read(settingIds.pageSize)),
  statusNames: (): StatusNames => readStatusNames(read(settingIds.statusNames)),
  /** In milliseconds. */
  requestTimeout: (): number => timeoutSchema.parse(readOwn(settingIds.requestTimeout)) * 1000,
  unauthorizedCodes: (): readonly number[] =>
    codesSchema.parse(readOwn(settingIds.unauthorizedCodes)),
} as const;

function read(id: string): unknown {
  return vscode.workspace.getConfiguration().get(id);
}

/** The user's own value: what decides about tokens is not left to a workspace. */
function readOwn(id: string): unknown {
  const setting = vscode.workspace.getConfiguration().inspect(id);
  return setting?.globalValue ?? setting?.defaultValue;
}
