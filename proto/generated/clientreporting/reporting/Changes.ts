// Original file: proto/reporting.proto


export interface Changes {
  'json'?: (Buffer | Uint8Array | string);
  'version'?: (string);
  'more'?: (boolean);
}

export interface Changes__Output {
  'json': (Buffer);
  'version': (string);
  'more': (boolean);
}
