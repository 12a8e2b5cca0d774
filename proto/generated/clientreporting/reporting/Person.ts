// Original file: proto/reporting.proto


export interface Person {
  '_id'?: (string);
  'firstName'?: (string);
  'lastName'?: (string);
}

export interface Person__Output {
  '_id': (string);
  'firstName': (string);
  'lastName': (string);
}
