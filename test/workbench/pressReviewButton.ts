import type { Locator } from 'playwright-core';

/** Time from the pointer's arrival to the end of the press, in milliseconds: a review takes no hasty one. */
const pressTime = 600;

/** Presses a button of a review as somebody does who has read it. */
export async function pressReviewButton(button: Locator): Promise<void> {
  await button.click({ delay: pressTime });
}
