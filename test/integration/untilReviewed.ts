import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { reviewViewType } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';

/** Returns whether a tab shows a review. */
function isReview({ input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(reviewViewType);
}

/** Waits until a review in the active tab says `text`, and returns all that it says. */
export async function untilReviewed(text: string): Promise<string> {
  return await eventually(async () => {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab !== undefined && isReview(activeTab));
    const review = await person.review();
    assert.ok(review.includes(text), review);
    return review;
  });
}
