/** How many rows of the tree that the bench compares with open documents that are plain text; as many behind them open JSON. */
export const plainRows = 12;
