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

  it('finds all labels that are there, as they are now', async () => {
    const progress: number[] = [];
    const wanted = new Map([
      ['333', undefined],
      ['4', 'GONE'],
      ['no such', undefined],
    ]);
    const found = await repository.findAll(wanted, undefined, (done) => progress.push(done));
    assert.deepEqual(Array.from(found.keys()).sort(), ['333', '4']);
    assert.equal(found.get('333')?.labelName, 'Label 333');
    assert.deepEqual(progress, [100, 200, 300, 400, 450]);
  });

  it('returns nothing once it is cancelled, even with all labels found', async () => {
    const cancel = new AbortController();
    const wanted = new Map([['4', undefined]]);
    const finding = repository.findAll(wanted, cancel.signal, () => cancel.abort());
    await assert.rejects(finding, CancelledError);
  });

  describe('reading back', () => {
    const before = ['1', '2', '3'].map((id) => ({ id, labelName: 'New', updateTime: 1 }));
    const after = ['1', '2', '3'].map((id) => ({ id, labelName: 'New', updateTime: 2 }));
    const labels = before.map(labelOf);
    let notified: Label[];
    let read: (readonly [Label, Label])[];
    const onRead = (sent: Label, label: Label): number => read.push([sent, label]);

    beforeEach(() => {
      notified = [];
      read = [];
      repository.onDidChangeLabel((label) => notified.push(label));
    });

    it('notifies of the labels that the service has made something else of', async () => {
      const now = [before[0], after[1], before[2]];
      service.answer = (request) => pageOf(now, request);
      await repository.readBack(labels, undefined, onRead);
      assert.deepEqual(
        notified.map(({ record }) => record),
        [after[1]],
      );
      assert.deepEqual(read, [[labels[1], notified[0]]]);
    });

    it('notifies of no label that was changed again while it was read', async () => {
      service.answer = async (request) => {
        const [first] = labels;
        assert.ok(first);
        service.answer = () => null;
        await repository.send(first, { labelName: 'Newer' });
        return pageOf(after, request);
      };
      await repository.readBack(labels, undefined, onRead);
      assert.deepEqual(
        read.map(([sent]) => sent),
        labels.slice(1),
      );
      assert.deepEqual(
        notified.map(({ id, labelName }) => [id, labelName]),
        [
          ['1', 'Newer'],
          ['2', 'New'],
          ['3', 'New'],
        ],
      );
    });

    it('does not go through all pages for one label', async () => {
      const lost = labelOf({ id: 'lost', labelCode: 'GONE' });
      await repository.readBack([lost]);
      assert.deepEqual(service.pagesAskedFor, ['1/200', '1/200']);
      assert.deepEqual(notified, []);
    });

    it('ends when it is cancelled', async () => {
      await assert.rejects(repository.readBack(labels, AbortSignal.abort()), CancelledError);
      assert.deepEqual(service.requests, []);
    });
  });

  describe('sending changes whose answer is lost', () => {
    const [record] = all;
    const changes = { labelStatus: 9 };
    const gatewayFailures = [502, 503, 504].map((status) => new HttpFailure(status));

    it('finds out that they have arrived, whatever a gateway says', async () => {
      for (const failure of gatewayFailures) {
        service.answer = failedUpdate(failure, { ...record, ...changes });
        assert.equal((await repository.send(labelOf(record), changes)).labelStatus, 9);
      }
    });

    it('finds out that they have not', async () => {
      for (const failure of gatewayFailures) {
        service.answer = failedUpdate(failure, record);
        await assert.rejects(repository.send(labelOf(record), changes), {
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
        const sending = repository.send(label, { labelCode: 'NEW' });
        await (now === 'NEW' ? sending : assert.rejects(sending, { httpStatus: 504 }));
      }
    });

    it('looks again if the answer is none of the service', async () => {
      service.answer = failedUpdate(new HttpFailure(200), { ...record, ...changes });
      assert.equal((await repository.send(labelOf(record), changes)).labelStatus, 9);
    });

    it('takes a refusal for one', async () => {
      const refusals = [400, 403, 429, 500].map((status) => new HttpFailure(status));
      for (const failure of [...refusals, new Error('in an envelope')]) {
        service.requests.length = 0;
        service.answer = failedUpdate(failure, { ...record, ...changes });
        await assert.rejects(repository.send(labelOf(record), changes));
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
});
