import assert from 'node:assert/strict';
import { isLabelId } from '../../../../../src/core/account/labelAddress.ts';
import type { Label } from '../../../../../src/core/api/label.ts';
import { TakenCodes } from '../../../../../src/core/labels/document/takenCodes.ts';
import { FakeClock } from '../../../../support/fakeClock.ts';
import { until } from '../../../../support/until.ts';

function labelOf(id: string, labelCode: string): Label {
  assert.ok(isLabelId(id));
  return { id, labelCode, record: { id, labelCode } };
}

const own = labelOf('1', 'OWN');
const others = [labelOf('2', 'TAKEN'), labelOf('3', 'TAKEN-TOO')];

class World {
  readonly clock = new FakeClock();
  readonly asked: string[] = [];
  learned = 0;
  fails = false;
  readonly codes = new TakenCodes({
    labelId: own.id,
    find: async (code) => {
      this.asked.push(code);
      if (this.fails) {
        throw new Error('down');
      }
      return [own, ...others].filter(({ labelCode }) => labelCode?.includes(code));
    },
    clock: this.clock,
    onDidLearn: () => this.learned++,
  });
}

describe('TakenCodes', () => {
  it('asks once what rests, and knows it from then on', async () => {
    const world = new World();
    for (const typed of ['T', 'TA', 'TAKEN', 'TAKEN']) {
      assert.equal(world.codes.isTaken(typed), false);
      world.clock.advance(100);
    }
    world.clock.advance(500);
    await until(() => world.learned === 1);
    assert.deepEqual(world.asked, ['TAKEN']);
    assert.equal(world.codes.isTaken('TAKEN'), true);
  });

  it('takes neither the own code nor one that only begins so for taken', async () => {
    const world = new World();
    for (const [index, code] of ['OWN', 'TAKEN-'].entries()) {
      world.codes.isTaken(code);
      world.clock.advance(500);
      await until(() => world.learned === index + 1);
      assert.equal(world.codes.isTaken(code), false);
    }
  });

  it('asks again after a failure, and not by itself', async () => {
    const world = new World();
    world.fails = true;
    world.codes.isTaken('TAKEN');
    world.clock.advance(500);
    await until(() => world.asked.length === 1);
    world.clock.advance(10_000);
    assert.equal(world.asked.length, 1);
    world.fails = false;
    await until(() => {
      world.codes.isTaken('TAKEN');
      world.clock.advance(500);
      return world.learned === 1;
    });
    assert.equal(world.codes.isTaken('TAKEN'), true);
  });

  it('asks nothing more once it is disposed', () => {
    const world = new World();
    world.codes.isTaken('TAKEN');
    world.codes.dispose();
    world.clock.advance(10_000);
    assert.deepEqual(world.asked, []);
  });
});
