import assert from 'node:assert/strict';
import { LabelRepository } from '../../../../../src/core/labels/labelRepository.ts';
import {
  lookUpLabels,
  type WantedLabels,
} from '../../../../../src/core/labels/list/labelLookup.ts';
import { concurrentRequests } from '../../../../../src/core/labels/requestLimits.ts';
import { FakeClock } from '../../../../support/fakeClock.ts';
import { until } from '../../../../support/until.ts';
import { HttpFailure, LabelService, pageOf, type ListRequest } from './labelService.ts';

/** Fifty pages of 200 labels. */
const all = Array.from({ length: 10_000 }, (_, index) => ({
  id: String(index + 1),
  labelCode: `CODE-${index + 1}`,
}));

/** A code is a filter (docs/interface.md, section 4.5). */
function filtered(request: ListRequest): ReturnType<typeof pageOf> {
  const code = request.query.get('labelCode');
  return pageOf(code === null ? all : all.filter(({ labelCode }) => labelCode === code), request);
}

/** The labels `ids` with their codes. */
function withCodes(...ids: readonly string[]): Map<string, string> {
  return new Map(ids.map((id) => [id, `CODE-${id}`]));
}

describe('lookUpLabels', () => {
  let service: LabelService;
  let source: LabelRepository;
  let clock: FakeClock;

  beforeEach(async () => {
    service = new LabelService(filtered);
    clock = new FakeClock();
    source = new LabelRepository(await service.start(), clock);
  });

  afterEach(() => {
    source.dispose();
    service.close();
  });

  async function find(wanted: WantedLabels, isThorough = true): Promise<string[]> {
    const found: string[] = [];
    for await (const labels of lookUpLabels({ source, wanted, isThorough, signal: undefined })) {
      found.push(...labels.map(({ id }) => id));
    }
    return found;
  }

  /** Lets time pass for as long as `found` waits for it. */
  async function waitOut(found: Promise<unknown>): Promise<void> {
    let hasEnded = false;
    const end = (): void => {
      hasEnded = true;
    };
    found.then(end, end);
    await until(() => {
      clock.advance(60_000);
      return hasEnded;
    });
  }

  function byCode(): number {
    return service.requests.filter(({ query }) => query.has('labelCode')).length;
  }

  it('asks for nothing if nothing is wanted', async () => {
    assert.deepEqual(await find(new Map()), []);
    assert.deepEqual(service.requests, []);
  });

  it('asks for a few labels by their codes', async () => {
    const found = await find(withCodes('5', '9999', '7000', '6000'));
    assert.deepEqual(found.toSorted(), ['5', '6000', '7000', '9999']);
    // The first page tells how many there are, and has the first label.
    assert.deepEqual([service.requests.length, byCode()], [4, 3]);
  });

  it('reads all pages if that takes fewer requests, and no more of them than it must', async () => {
    const ids = Array.from({ length: 500 }, (_, index) => String(2001 + index));
    assert.deepEqual((await find(withCodes(...ids))).toSorted(), ids.toSorted());
    // 13 pages to the last of them, and what was read ahead.
    assert.ok(service.requests.length < 13 + concurrentRequests, `${service.requests.length}`);
    assert.equal(byCode(), 0);
  });

  it('asks by code once fewer labels are missing than pages are left', async () => {
    const early = Array.from({ length: 300 }, (_, index) => String(201 + index));
    const found = await find(withCodes(...early, '9998', '9999'));
    assert.equal(found.length, 302);
    assert.equal(byCode(), 2);
    assert.ok(service.requests.length < 4 + 2 + concurrentRequests, `${service.requests.length}`);
  });

  it('reads on while pages bring several, as they do when the user selects in the view', async () => {
    const ids = Array.from({ length: 80 }, (_, index) => String(161 + index));
    assert.deepEqual(await find(withCodes(...ids)), ids);
    assert.equal(byCode(), 0);
    assert.ok(service.requests.length < 2 + concurrentRequests, `${service.requests.length}`);
  });

  it('goes through all pages for a label whose code has changed', async () => {
    const wanted = withCodes('7000').set('9999', 'OLD').set('none', 'NONE');
    assert.deepEqual((await find(wanted)).toSorted(), ['7000', '9999']);
    assert.equal(service.requests.length, 50 + 3);
  });

  it('goes no further than to the label whose code has changed', async () => {
    assert.deepEqual(await find(withCodes('7000').set('3000', 'OLD')), ['7000', '3000']);
    // 15 pages to it, two codes, and what was read ahead.
    assert.ok(service.requests.length < 15 + 2 + concurrentRequests, `${service.requests.length}`);
  });

  it('goes through all pages for a label without a code, and finds the others on the way', async () => {
    const wanted = new Map<string, string | undefined>(withCodes('7000')).set('9999', undefined);
    assert.deepEqual((await find(wanted)).toSorted(), ['7000', '9999']);
    assert.equal(service.requests.length, 50);
  });

  it('gives up on what its code does not find, unless it is to be thorough', async () => {
    const wanted = new Map<string, string | undefined>(withCodes('7000'))
      .set('9999', 'OLD')
      .set('9998', undefined);
    assert.deepEqual(await find(wanted, false), ['7000']);
    assert.equal(service.requests.length, 3);
  });

  it('asks by code if the service does not say how many labels there are', async () => {
    service.answer = (request) => ({ records: filtered(request).records });
    assert.deepEqual(await find(withCodes('7000', '9999')), ['7000', '9999']);
    assert.ok(service.requests.length < 5);
  });

  it('never asks by code for what no page has', async () => {
    service.answer = (request) => pageOf(all.slice(0, 100), request);
    assert.deepEqual(await find(withCodes('5', 'none')), ['5']);
    assert.equal(service.requests.length, 1);
    service.answer = () => ({ records: all.slice(0, 100), pages: 1 });
    assert.deepEqual(await find(withCodes('5', 'none')), ['5']);
    assert.equal(service.requests.length, 2);
  });

  it('waits if the service has had too many requests, for pages and for codes', async () => {
    const refused = new Set<string>();
    service.answer = (request) => {
      const query = request.query.toString();
      if (!refused.has(query)) {
        refused.add(query);
        throw new HttpFailure(429);
      }
      return filtered(request);
    };
    const found = find(withCodes('5', '9999', '7000'));
    await waitOut(found);
    assert.deepEqual((await found).toSorted(), ['5', '7000', '9999']);
    assert.equal(refused.size, 3);
  });

  it('ends all waits when one code cannot be asked for', async () => {
    service.answer = (request) => {
      const code = request.query.get('labelCode');
      if (code === 'CODE-7000') {
        throw new HttpFailure(429);
      }
      if (code === 'CODE-9999') {
        return until(() => clock.waiting > 0).then(() => Promise.reject(new HttpFailure(500)));
      }
      return filtered(request);
    };
    await assert.rejects(find(withCodes('7000', '9999')), /500/);
    assert.equal(clock.waiting, 0);
  });

  it('says how far it has come', async () => {
    const progress: [number, number | undefined][] = [];
    const wanted = new Map([['9999', undefined]]);
    const onProgress = (done: number, total: number | undefined): void => {
      progress.push([done, total]);
    };
    const options = { source, wanted, isThorough: true, signal: undefined, onProgress };
    for await (const _ of lookUpLabels(options)) {
      // The labels do not matter here.
    }
    assert.deepEqual(progress[0], [200, 10_000]);
    assert.deepEqual(progress.at(-1), [10_000, 10_000]);
  });
});
