// Original file: proto/auth.proto

export const RecordedKind = {
  export: 'export',
  copy: 'copy',
  refusal: 'refusal',
} as const;

export type RecordedKind =
  | 'export'
  | 0
  | 'copy'
  | 1
  | 'refusal'
  | 2

export type RecordedKind__Output = typeof RecordedKind[keyof typeof RecordedKind]
