// Original file: proto/auth.proto

export const ReadKind = {
  export: 'export',
  copy: 'copy',
} as const;

export type ReadKind =
  | 'export'
  | 0
  | 'copy'
  | 1

export type ReadKind__Output = typeof ReadKind[keyof typeof ReadKind]
