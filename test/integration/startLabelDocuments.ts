import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { LabelChanges, LabelRecord } from '../../src/sandbox/labelRecord.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { closeWithoutSaving, openForm } from './labelDocuments.ts';
import { administrator, startSignedIn, type Service } from './service.ts';

/** The labels of a service with the administrator signed in, and their documents. */
export interface LabelDocuments {
  readonly service: () => Service;
  /** Returns a label whose name is nothing but words, as it was at first. */
  readonly label: (index: number) => LabelRecord;
  /** Returns the address of a label. */
  readonly uriOf: (record: LabelRecord) => vscode.Uri;
  /** Opens the form of a label; returns its document. */
  readonly open: (record: LabelRecord) => Promise<vscode.TextDocument>;
  /** Returns the label as the service has it now. */
  readonly served: (record: LabelRecord) => LabelRecord;
  /** Changes a label in the service, as somebody else does. */
  readonly change: (record: LabelRecord, values: LabelChanges) => void;
  /** Renames a label in the service, as somebody else does. */
  readonly rename: (record: LabelRecord, labelName: string) => void;
}

/**
 * Starts a service and signs the administrator in, for all tests of a suite. After each test the faults of
 * the proxy end, and the editors are closed without saving.
 */
export function startLabelDocuments(options: Partial<SandboxOptions>): LabelDocuments {
  const service = startSignedIn(options);
  let plain: readonly LabelRecord[] = [];

  before(() => {
    plain = plainLabels(service().sandbox);
  });

  afterEach(async () => {
    service().proxy.fault = { kind: 'pass' };
    service().proxy.path = undefined;
    await closeWithoutSaving();
  });

  const change = ({ id }: LabelRecord, values: LabelChanges): void => {
    service().sandbox.control.updateLabel(administrator.tenant, id, values);
  };
  const uriOf = (record: LabelRecord): vscode.Uri => service().labelUri(administrator, record);
  return {
    service,
    uriOf,
    label: (index) => {
      const found = plain[index];
      assert.ok(found);
      return found;
    },
    open: async (record) => await openForm(uriOf(record)),
    served: ({ id }) => service().record(administrator, id),
    change,
    rename: (record, labelName) => change(record, { labelName }),
  };
}

/** The labels whose names are nothing but words. */
function plainLabels({ control }: Sandbox): readonly LabelRecord[] {
  const labels = control.labels(administrator.tenant);
  return labels.filter(({ labelName }) => /^[\w ,]+$/.test(labelName ?? ''));
}
