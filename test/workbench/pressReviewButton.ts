import type { Locator } from 'playwright-core';

/** Time for which a person's pointer rests on a button before the press, in milliseconds: a review takes no hasty one. */
const restingTime = 600;

/** Presses a button of a review as somebody does who has read it. */
export async function pressReviewButton(button: Locator): Promise<void> {
  await button.hover();
  await button.page().waitForTimeout(restingTime);
  await button.click();
}
