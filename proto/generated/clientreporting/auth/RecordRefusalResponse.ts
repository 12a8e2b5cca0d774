// Original file: proto/auth.proto


export interface RecordRefusalResponse {
}

export interface RecordRefusalResponse__Output {
}
