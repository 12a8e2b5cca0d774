// Original file: proto/reporting.proto


export interface CompanyRequest {
}

export interface CompanyRequest__Output {
}
