import type { LabelRecord } from './labelRecord.ts';
import type { SandboxOptions } from './options.ts';
import { createRandom, hashOf, pick, type Random } from './randomness.ts';

const topics = [
  ['PROBATION', 'Probation period'],
  ['COUNCIL', 'Works council member'],
  ['FIXED-TERM', 'Fixed-term contract'],
  ['PART-TIME', 'Part-time, 80 percent'],
  ['REMOTE', 'Remote by agreement'],
  ['SHIFT', 'Three-shift rota'],
  ['NIGHT', 'Night work allowed'],
  ['FIRST-AID', 'First aider'],
  ['FIRE', 'Fire marshal'],
  ['FORKLIFT', 'Forklift licence'],
  ['PARENTAL', 'Parental leave'],
  ['SABBATICAL', 'Sabbatical'],
  ['APPRENTICE', 'Apprentice'],
  ['INTERN', 'Intern'],
  ['MENTOR', 'Mentor'],
  ['ON-CALL', 'On-call duty'],
  ['BONUS', 'Bonus eligible'],
  ['COMPANY-CAR', 'Company car'],
  ['TRAINING', 'Mandatory training due'],
  ['VISA', 'Work permit expires'],
  ['RETURNER', 'Back from long absence'],
  ['TALENT', 'Talent pool'],
  ['SUCCESSION', 'Succession candidate'],
  ['UNION', 'Collective agreement'],
  ['PENSION', 'Pension plan B'],
] as const;

const places = [
  'Berlin',
  'Lyon',
  'Porto',
  'Gdańsk',
  'Malmö',
  'Dublin',
  'Singapore',
  'Ōsaka',
  'Shenzhen',
  'Nairobi',
  'Toronto',
  'São Paulo',
] as const;

/** Fields that replace or extend the normal fields of a record. */
interface Oddity {
  readonly code?: string;
  /** Name; if `undefined`, the record has no such field. */
  readonly name: string | null | undefined;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Values that break naive code, in the order of the records, starting with the fourth record. */
const oddities: readonly Oddity[] = [
  { name: '试用期员工（深圳）' },
  { name: 'Family day 👨‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍💻' },
  { name: 'إجازة سنوية – חופשה' },
  {
    name: 'Contract \u202Egpj.tcartnoc\u202C signed',
    extra: { 'signed\u2066By': 'Leg\u200Bal', ['counterSigned'.repeat(20)]: 'Works council' },
  },
  { name: '<img src=x onerror=alert(1)>' },
  { name: '</script><script>alert(1)</script>' },
  { name: '[Open](command:workbench.action.terminal.new) **bold** $(trash) `code`' },
  { name: 'Long-standing agreement with a very long name '.repeat(7).slice(0, 300) },
  { name: undefined },
  { name: null },
  {
    name: 'Seasonal worker',
    extra: {
      owner: { department: 'Harvest', costCenters: [4100, 4200], deputy: null },
      tags: ['field', 'summer', { nested: [true, false] }],
      weight: 0.125,
      headcount: 9_007_199_254_740_991,
      archivedBy: null,
      __typename: 'Label',
    },
  },
  { code: 'TRAVEL/EU 100% #1?a=b&c', name: 'Travel within the EU' },
  { name: '=HYPERLINK("http://example.invalid/?x="&A1,"Open")' },
];

const ordinaryAtStart = 3;
const firstMoment = Date.UTC(2023, 0, 2, 8);
const minute = 60_000;

function oddityAt(index: number): Oddity | undefined {
  const early = oddities[index - ordinaryAtStart];
  if (early !== undefined || index < ordinaryAtStart) {
    return early;
  }
  return index % 97 === 50 ? oddities[Math.floor(index / 97) % oddities.length] : undefined;
}

function statusAt(index: number, random: Random): number {
  const drawn = random();
  if (index < ordinaryAtStart) {
    return 1;
  }
  if (drawn < 0.66) {
    return 1;
  }
  if (drawn < 0.86) {
    return 0;
  }
  if (drawn < 0.98) {
    return 2;
  }
  return pick(random, [-1, 7, 99]);
}

function nameOf(index: number, topic: string, random: Random): string {
  const place = pick(random, places);
  const year = 2020 + Math.floor(random() * 8);
  return index < topics.length ? topic : `${topic}, ${place} ${year}`;
}

/**
 * Returns the id of the label at an index. It has 19 digits, more than a JavaScript number can represent. Ids
 * are the same in all tenants, as the service does not document that they differ.
 */
function labelIdAt(index: number): string {
  return (1_780_000_000_000_000_001n + BigInt(index) * 4096n).toString();
}

function labelAt(index: number, random: Random, oddLabels: boolean): LabelRecord {
  const [prefix, topic] = topics[index % topics.length] ?? topics[0];
  const created = firstMoment + index * 7 * minute + Math.floor(random() * 5 * minute);
  const updated = created + Math.floor(random() * 400 * 24 * 60) * minute;
  const name = nameOf(index, topic, random);
  const labelStatus = statusAt(index, random);
  const odd = oddLabels ? oddityAt(index) : undefined;
  const plainCode = `${prefix}-${String(index + 1).padStart(5, '0')}`;
  // Codes must be unique, so only the first record with an odd code has it without a suffix.
  const oddCode = odd?.code === undefined || index < 97 ? odd?.code : `${odd.code}-${index + 1}`;
  const labelName = odd === undefined ? name : odd.name;
  return {
    id: labelIdAt(index),
    labelCode: oddCode ?? plainCode,
    ...(labelName === undefined ? {} : { labelName }),
    labelStatus,
    createTime: new Date(created).toISOString(),
    updateTime: new Date(updated).toISOString(),
    ...odd?.extra,
  };
}

/** Returns the labels of a tenant; the same options and tenant always produce the same labels. */
export function generateLabels(
  tenantId: string,
  { labels, oddLabels, seed }: Pick<SandboxOptions, 'labels' | 'oddLabels' | 'seed'>,
): LabelRecord[] {
  const random = createRandom(hashOf(`${seed}/${tenantId}`));
  return Array.from({ length: labels }, (_, index) => labelAt(index, random, oddLabels));
}
