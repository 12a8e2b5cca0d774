// Original file: proto/reporting.proto

export const NamesList = {
  teams: 'teams',
  contractors: 'contractors',
} as const;

export type NamesList =
  | 'teams'
  | 0
  | 'contractors'
  | 1

export type NamesList__Output = typeof NamesList[keyof typeof NamesList]
