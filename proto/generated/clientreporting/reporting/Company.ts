// Original file: proto/reporting.proto


export interface Company {
  'id'?: (string);
  'name'?: (string);
}

export interface Company__Output {
  'id': (string);
  'name': (string);
}
