// Original file: proto/reporting.proto


export interface Report {
  'json'?: (Buffer | Uint8Array | string);
}

export interface Report__Output {
  'json': (Buffer);
}
