// Original file: proto/auth.proto


export interface ListSigningKeysRequest {
}

export interface ListSigningKeysRequest__Output {
}
