import assert from 'node:assert/strict';
import type { SandboxWorkbench } from './sandboxWorkbench.ts';
import type { TypedContent } from './typingModel.ts';

const tenantId = 'acme-europe';

/** A label as its form shows it, and as the service has it. */
export class ObservedLabel {
  readonly #fixture: SandboxWorkbench;
  readonly #index: number;

  /** `index` is that of the label among those of its tenant. */
  constructor(fixture: SandboxWorkbench, index: number) {
    this.#fixture = fixture;
    this.#index = index;
  }

  /** Content that the form shows. */
  async shown(): Promise<TypedContent> {
    const { form } = this.#fixture;
    return {
      name: await form.field('Name').inputValue(),
      code: await form.field('Code').inputValue(),
    };
  }

  /** Content that the service has. */
  get served(): TypedContent {
    const { labelCode, labelName } = this.#record;
    return { name: labelName ?? '', code: labelCode ?? '' };
  }

  isServed({ code, name }: TypedContent): boolean {
    return this.served.name === name && this.served.code === code;
  }

  /** Gives the label this content in the service, as somebody else would. */
  change({ code, name }: TypedContent): void {
    this.#fixture.sandbox.control.updateLabel(tenantId, this.#record.id, {
      labelName: name,
      labelCode: code,
    });
  }

  get #record(): ReturnType<SandboxWorkbench['sandbox']['control']['labels']>[number] {
    const record = this.#fixture.sandbox.control.labels(tenantId)[this.#index];
    assert.ok(record);
    return record;
  }
}
