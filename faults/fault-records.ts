export type FaultRecord = { kind: string; note: string; missed: boolean; recoveryMs: number | null }
export type SkippedFault = { kind: string; reason: string }
