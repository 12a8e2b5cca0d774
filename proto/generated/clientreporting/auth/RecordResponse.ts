// Original file: proto/auth.proto


export interface RecordResponse {
}

export interface RecordResponse__Output {
}
