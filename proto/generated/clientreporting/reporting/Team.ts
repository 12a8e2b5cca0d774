// Original file: proto/reporting.proto


export interface Team {
  '_id'?: (string);
  'name'?: (string);
}

export interface Team__Output {
  '_id': (string);
  'name': (string);
}
