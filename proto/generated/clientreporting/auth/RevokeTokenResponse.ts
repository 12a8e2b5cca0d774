// Original file: proto/auth.proto


export interface RevokeTokenResponse {
}

export interface RevokeTokenResponse__Output {
}
