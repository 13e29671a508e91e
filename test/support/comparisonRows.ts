/**
 * Number of rows of the tree that the bench compares with open plain text documents; as many behind them open
 * JSON.
 */
export const plainRows = 12;
