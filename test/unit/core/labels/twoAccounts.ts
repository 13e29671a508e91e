import { labelOf } from './arbitraryLabels.ts';

/** Labels of an account, and of another that differs. */
export const staging = [
  labelOf({ id: '1', labelCode: 'B', labelName: 'Beta', labelStatus: 1 }),
  labelOf({ id: '2', labelCode: 'A', labelName: 'Alpha', labelStatus: 1 }),
  labelOf({ id: '3', labelCode: 'C', labelName: 'Gamma' }),
  labelOf({ id: '4', labelCode: 'D', labelName: 'Delta' }),
  labelOf({ id: '5', labelCode: 'D', labelName: 'Delta too' }),
  labelOf({ id: '6', labelName: 'No code' }),
];
/** As `staging`. */
export const production = [
  labelOf({ id: '11', labelCode: 'A', labelName: 'Alpha', labelStatus: 1 }),
  labelOf({ id: '12', labelCode: 'B', labelName: 'Old', labelStatus: 2 }),
  labelOf({ id: '13', labelCode: 'D', labelName: 'Delta' }),
  labelOf({ id: '14', labelCode: 'E', labelName: 'Only here' }),
];
