import assert from 'node:assert/strict';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Settings } from '../host/profile.ts';
import { LabelForm } from './labelForm.ts';
import { LabelReview } from './labelReview.ts';
import { LabelsView } from './labelsView.ts';
import { Workbench } from './workbench.ts';

/** The setting that names a connection to a sandbox, called `Acme test`, with `more` in its entry. */
export function connectionTo(
  { baseUrl, clientId }: Pick<Sandbox, 'baseUrl' | 'clientId'>,
  more: { readonly readOnly?: boolean } = {},
): Settings {
  const connection = { name: 'Acme test', baseUrl, clientId, redirectUri: `${baseUrl}/relay` };
  return { 'workforce.connections': [{ ...connection, ...more }] };
}

/** A workbench whose settings name a connection to a sandbox that runs beside it. */
export class SandboxWorkbench {
  readonly sandbox: Sandbox;
  readonly workbench: Workbench;
  readonly view: LabelsView;
  readonly form: LabelForm;
  readonly review: LabelReview;

  private constructor(sandbox: Sandbox, workbench: Workbench) {
    this.sandbox = sandbox;
    this.workbench = workbench;
    this.view = new LabelsView(workbench);
    this.form = new LabelForm(workbench);
    this.review = new LabelReview(workbench);
  }

  /**
   * Starts both; the connection is called `Acme test`. The window opens `folder` where it is given, and
   * asks for files with VS Code's own dialog, which begins there.
   */
  static async start(
    options: { sandbox?: Partial<SandboxOptions>; settings?: Settings; folder?: string } = {},
  ): Promise<SandboxWorkbench> {
    const sandbox = await startSandbox({ labels: 500, oddLabels: true, ...options.sandbox });
    try {
      const { folder } = options;
      const workbench = await Workbench.start({
        ...(folder === undefined ? {} : { folder }),
        settings: {
          'files.simpleDialog.enable': true,
          ...connectionTo(sandbox),
          ...options.settings,
        },
      });
      return new SandboxWorkbench(sandbox, workbench);
    } catch (error) {
      await sandbox.close();
      throw error;
    }
  }

  /** Opens the view and signs in for the first time, which asks for the client secret too. */
  async signInFirst(choice: { user?: string; tenant?: string } = {}): Promise<void> {
    await this.view.signInFirst(this.sandbox.clientSecret, choice);
  }

  /** Gives a label of the first tenant another name in the service, as somebody else would. */
  renameLabel(index: number, labelName: string): void {
    const label = this.sandbox.control.labels('acme-europe')[index];
    assert.ok(label);
    this.sandbox.control.updateLabel('acme-europe', label.id, { labelName });
  }

  /** Gives a label of the first tenant another status in the service, as somebody else would. */
  setStatus(index: number, labelStatus: number): void {
    const label = this.sandbox.control.labels('acme-europe')[index];
    assert.ok(label);
    this.sandbox.control.updateLabel('acme-europe', label.id, { labelStatus });
  }

  /**
   * Ends both. Throws an `AssertionError` where the browser's console tells of a fault of ours other
   * than those that are `expected`.
   */
  async stop(expected?: RegExp): Promise<void> {
    const { contentSecurityPolicyViolations, errors } = this.workbench.console;
    await this.workbench.stop();
    await this.sandbox.close();
    assert.deepEqual(contentSecurityPolicyViolations, []);
    assert.deepEqual(
      errors.filter((error) => /workforce/i.test(error) && expected?.test(error) !== true),
      [],
    );
  }
}
