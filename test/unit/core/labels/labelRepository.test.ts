import assert from 'node:assert/strict';
import { readLabel, type Label } from '../../../../src/core/api/label.ts';
import { systemClock } from '../../../../src/core/async/clock.ts';
import { CancelledError } from '../../../../src/core/errors/cancelledError.ts';
import { LabelRepository } from '../../../../src/core/labels/labelRepository.ts';
import {
  HttpFailure,
  LabelService,
  pageOf,
  records,
  type ListAnswer,
} from './list/labelService.ts';

function labelOf(record: unknown): Label {
  const read = readLabel(record);
  assert.equal(read.kind, 'label');
  assert.ok(read.kind === 'label');
  return read.label;
}

/** Answers an update with `failure`; afterwards the service has `now`. */
function failedUpdate(failure: Error, now: unknown): ListAnswer {
  return async (request) =>
    request.query.size === 0 ? await Promise.reject(failure) : pageOf([now], request);
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
    repository = new LabelRepository(await service.start(), systemClock);
  });

  afterEach(() => {
    repository.dispose();
    service.close();
  });

  it('looks through the labels with the last known code, then with the last known name', async () => {
    const { id } = labelOf({ id: '333' });
    service.answer = (request) =>
      pageOf(request.query.get('labelName') === 'Label 333' ? all : [], request);
    const known = { labelCode: 'GONE', labelName: 'Label 333' };
    assert.equal((await repository.findByValues(id, [known]))?.id, '333');
    assert.deepEqual(
      service.requests
        .slice(0, 2)
        .map(({ query }) => [query.get('labelCode'), query.get('labelName')]),
      [
        ['GONE', null],
        [null, 'Label 333'],
      ],
    );
  });

  it('asks nothing for a label of which nothing is known', async () => {
    const { id } = labelOf({ id: '333' });
    assert.equal(await repository.findByValues(id, [{}]), undefined);
    assert.deepEqual(service.requests, []);
  });

  it('says how far it has come among all labels, and ends when it is cancelled', async () => {
    const seen: (number | undefined)[][] = [];
    const { id } = labelOf({ id: 'no such' });
    await repository.findAmongAll(id, [], undefined, (...progress) => seen.push(progress));
    assert.deepEqual(seen.at(-1), [450, 450]);
    const cancel = new AbortController();
    const search = repository.findAmongAll(id, [], cancel.signal, () => cancel.abort());
    await assert.rejects(search, CancelledError);
  });

  it('looks past an empty page', async () => {
    const { answer } = service;
    service.answer = (request) =>
      request.current === 2 ? { ...pageOf(all, request, 100), records: [] } : answer(request);
    const { id } = labelOf({ id: '333' });
    assert.equal((await repository.findAmongAll(id, []))?.id, '333');
  });

  it('says that there is no such label after the last page', async () => {
    const { id } = labelOf({ id: 'no such' });
    assert.equal(await repository.findAmongAll(id, []), undefined);
  });

  it('does not search for ever in a service that always gives the same page', async () => {
    service.answer = (request) => ({
      records: pageOf(all, { ...request, current: 1 }, 100).records,
    });
    const { id } = labelOf({ id: '333' });
    assert.equal(await repository.findAmongAll(id, []).catch(() => 'failed'), 'failed');
    assert.ok(service.requests.length < 20);
  });

  describe('sending changes whose answer is lost', () => {
    const [record] = all;
    const changes = { labelStatus: 9 };
    const gatewayStatuses = [303, 400, 403, 404, 408, 413, 500, 502, 503, 504];
    const gatewayFailures = gatewayStatuses.map((status) => new HttpFailure(status));

    it('finds out that they have arrived, whatever a gateway says', async () => {
      for (const failure of gatewayFailures) {
        service.answer = failedUpdate(failure, { ...record, ...changes });
        assert.equal((await repository.update(labelOf(record), changes)).labelStatus, 9);
      }
    });

    it('finds out that they have not', async () => {
      for (const failure of gatewayFailures) {
        service.answer = failedUpdate(failure, record);
        await assert.rejects(repository.update(labelOf(record), changes), {
          httpStatus: failure.status,
        });
      }
    });

    it('finds out about a code without reading all labels', async () => {
      for (const now of ['OLD', 'NEW']) {
        service.requests.length = 0;
        service.answer = async (request) => {
          if (request.query.size === 0) {
            return await Promise.reject(new HttpFailure(504));
          }
          const code = request.query.get('labelCode');
          assert.ok(code, 'all labels are read');
          return pageOf(code === now ? [{ id: '1', labelCode: now }] : [], request);
        };
        const label = labelOf({ id: '1', labelCode: 'OLD' });
        const sending = repository.update(label, { labelCode: 'NEW' });
        await (now === 'NEW' ? sending : assert.rejects(sending, { httpStatus: 504 }));
      }
    });

    it('looks again if the answer is none of the service', async () => {
      service.answer = failedUpdate(new HttpFailure(200), { ...record, ...changes });
      assert.equal((await repository.update(labelOf(record), changes)).labelStatus, 9);
    });

    it('takes a refusal for one', async () => {
      for (const failure of [new HttpFailure(429), new Error('in an envelope')]) {
        service.requests.length = 0;
        service.answer = failedUpdate(failure, { ...record, ...changes });
        await assert.rejects(repository.update(labelOf(record), changes));
        assert.equal(service.requests.length, 1);
      }
    });
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

  describe('reading a saved label back', () => {
    const old = { id: '1', labelCode: 'ONE', labelName: 'Old' };
    let shown: unknown[];

    /** Shows one record after the other, each in a list of its own; the last one from then on. */
    function show(...inOrder: readonly unknown[]): void {
      shown = [...inOrder];
      service.answer = (request) => {
        if (request.query.size === 0) {
          return null;
        }
        const record = shown.length > 1 ? shown.shift() : shown[0];
        const { labelCode } = labelOf(record);
        return pageOf(request.query.get('labelCode') === labelCode ? [record] : [], request);
      };
    }

    it('looks once more where the service shows the old value', async () => {
      show(old, { ...old, labelName: 'New' });
      const updated = await repository.update(labelOf(old), { labelName: 'New' });
      assert.equal(updated.labelName, 'New');
    });

    it('says what the service has if it keeps the old value', async () => {
      show(old);
      const updated = await repository.update(labelOf(old), { labelName: 'New' });
      assert.equal(updated.labelName, 'Old');
      assert.equal(service.requests.length, 3);
    });

    it('finds a label whose code the service has kept', async () => {
      show(old);
      const updated = await repository.update(labelOf(old), { labelCode: 'TWO' });
      assert.equal(updated.labelCode, 'ONE');
    });

    it('does not look twice for a value that the service has made its own of', async () => {
      show({ ...old, labelName: 'NEW' });
      const updated = await repository.update(labelOf(old), { labelName: 'New' });
      assert.equal(updated.labelName, 'NEW');
      assert.equal(service.requests.length, 2);
    });
  });
});
