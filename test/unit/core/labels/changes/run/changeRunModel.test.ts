import type { Clock } from '../../../../../../src/core/async/clock.ts';
import { randomFrom } from '../../../../../support/randomFrom.ts';
import { timeLimits } from '../../../../../support/timeLimits.ts';
import { ChangeSequence } from './changeSequence.ts';
import { ChangeWorld, fastClock } from './changeWorld.ts';

/**
 * How many sequences, and from which seed on; printed, so that a failure can be repeated. The same ones
 * each time unless `npm run test:soak` asks for others: what those find is looked into one at a time.
 */
const sequences = Number(process.env['MODEL_SEQUENCES'] ?? 60);
const firstSeed = Number(process.env['MODEL_SEED'] ?? 200_000);

describe(`Runs of changes, ${sequences} random ones from seed ${firstSeed} on`, () => {
  it('agree with what the service says has happened', async () => {
    for (let seed = firstSeed; seed < firstSeed + sequences; seed++) {
      const random = randomFrom(seed);
      const normalizeNames = random() < 0.5;
      // Some of these have no name.
      const oddLabels = random() < 0.5;
      const clock = fastClock(100);
      let offset = 0;
      const inWorld = async (world: ChangeWorld): Promise<void> => {
        const sequence = new ChangeSequence(world, random, (by) => (offset += Math.round(by)));
        try {
          await sequence.run();
        } catch (error) {
          const happened = sequence.log.join('\n');
          throw new Error(`Seed ${seed}: ${String(error)}\n${happened}`, { cause: error });
        }
      };
      const shifted: Clock = { ...clock, now: () => clock.now() + offset };
      await ChangeWorld.with({ labels: 40, normalizeNames, oddLabels }, inWorld, shifted);
    }
  }).timeout(timeLimits.soakTest);
});
