import { randomFrom } from '../../../../support/randomFrom.ts';
import { timeLimits } from '../../../../support/timeLimits.ts';
import { account } from '../changes/journal/journalOfOneLabel.ts';
import { TableSequence } from './tableSequence.ts';

/** Number of sequences, and the seed of the first; printed, so that a failure can be repeated. */
const sequences = Number(process.env['MODEL_SEQUENCES'] ?? 100);
const firstSeed = Number(process.env['MODEL_SEED'] ?? 1);

describe(`Tables that two people change, ${sequences} random ones from seed ${firstSeed} on`, () => {
  it('send no foreign value, lose no edit, and equal the service in the end', async () => {
    for (let seed = firstSeed; seed < firstSeed + sequences; seed++) {
      const sequence = await TableSequence.open(randomFrom(seed), account);
      try {
        await sequence.run();
      } catch (error) {
        const happened = sequence.log.join('\n');
        throw new Error(`Seed ${seed}: ${String(error)}\n${happened}`, { cause: error });
      }
    }
  }).timeout(timeLimits.soakTest);
});
