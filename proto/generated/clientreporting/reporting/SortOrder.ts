// Original file: proto/reporting.proto

export const SortOrder = {
  asc: 'asc',
  desc: 'desc',
} as const;

export type SortOrder =
  | 'asc'
  | 0
  | 'desc'
  | 1

export type SortOrder__Output = typeof SortOrder[keyof typeof SortOrder]
