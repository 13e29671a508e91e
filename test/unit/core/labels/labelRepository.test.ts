import assert from 'node:assert/strict';
import { readLabel, type Label } from '../../../../src/core/api/label.ts';
import { LabelRepository } from '../../../../src/core/labels/labelRepository.ts';
import { LabelService, pageOf, records } from './labelService.ts';

function labelOf(record: unknown): Label {
  const read = readLabel(record);
  assert.equal(read.kind, 'label');
  assert.ok(read.kind === 'label');
  return read.label;
}

describe('LabelRepository', () => {
  let service: LabelService;
  let repository: LabelRepository;
  const all = records(1, 450);

  beforeEach(async () => {
    service = new LabelService((request) => {
      const code = request.query.get('labelCode');
      return pageOf(code === null ? all : [], request, 100);
    });
    repository = new LabelRepository(await service.start());
  });

  afterEach(() => {
    repository.dispose();
    service.close();
  });

  it('looks through the labels with the last known code, then through all', async () => {
    const { id } = labelOf({ id: '333' });
    const found = await repository.find(id, 'GONE');
    assert.equal(found?.labelName, 'Label 333');
    assert.equal(service.requests[0]?.query.get('labelCode'), 'GONE');
  });

  it('looks past an empty page', async () => {
    const { answer } = service;
    service.answer = (request) =>
      request.current === 2 ? { ...pageOf(all, request, 100), records: [] } : answer(request);
    const { id } = labelOf({ id: '333' });
    assert.equal((await repository.find(id, undefined))?.id, '333');
  });

  it('says that there is no such label after the last page', async () => {
    const { id } = labelOf({ id: 'no such' });
    assert.equal(await repository.find(id, undefined), undefined);
  });

  it('does not search for ever in a service that always gives the same page', async () => {
    service.answer = (request) => ({
      records: pageOf(all, { ...request, current: 1 }, 100).records,
    });
    const { id } = labelOf({ id: '333' });
    assert.equal(await repository.find(id, undefined).catch(() => 'failed'), 'failed');
    assert.ok(service.requests.length < 20);
  });

  it('reads a saved label without a code back by its name', async () => {
    const label = labelOf(all[0]);
    let changed: Label | undefined;
    repository.onDidChangeLabel((event) => {
      changed = event;
    });
    const { answer } = service;
    service.answer = (request) =>
      request.query.has('labelName')
        ? pageOf([{ id: '1', labelName: 'New', extra: true }], request)
        : answer(request);
    const updated = await repository.update(label, { labelName: 'New' });
    assert.deepEqual(updated.record, { id: '1', labelName: 'New', extra: true });
    assert.equal(changed, updated);
  });
});
