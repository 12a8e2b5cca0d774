// Original file: proto/auth.proto


export interface RecordReadResponse {
}

export interface RecordReadResponse__Output {
}
