import assert from 'node:assert/strict';
import { searchLabels } from '../../../../../src/core/labels/reading/labelSearch.ts';
import { labelOf } from '../arbitraryLabels.ts';

describe('searchLabels', () => {
  it('looks whether labels are missing only where that may end it: among many it takes long', async () => {
    const pages = 100;
    const source = {
      page: async ({ current, size }: { readonly current: number; readonly size: number }) =>
        await Promise.resolve({
          records: Array.from({ length: size }, (_, index) => ({
            kind: 'label' as const,
            label: labelOf({ id: String((current - 1) * size + index + 1) }),
          })),
          total: pages * size,
          size,
          current,
          pages,
        }),
    };
    let looks = 0;
    let taken = 0;
    const sought = {
      isOpen(): boolean {
        looks++;
        return true;
      },
      mayHaveNamesakes: true,
      queries: () => Array.from({ length: 5000 }, (_, index) => [{ labelCode: `C-${index}` }]),
      take: (entries: readonly unknown[]) => (taken += entries.length),
    };
    await searchLabels(sought, { source, whenRateLimited: 'wait' });
    assert.ok(taken >= pages * 100);
    assert.equal(looks, 0);
  });
});
