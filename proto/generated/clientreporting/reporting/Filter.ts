// Original file: proto/reporting.proto


export interface Filter {
  'name'?: (string);
  'values'?: (string)[];
}

export interface Filter__Output {
  'name': (string);
  'values': (string)[];
}
