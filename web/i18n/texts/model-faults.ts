import type { ModelFaultCode } from '../../../shared/protocol/models.ts';
import type { Locale } from '../message.ts';

/** Why a model gave no answer, by code, over the fault's values; English is worded where it arises. */
export const modelFaultTexts: Partial<Record<Locale, Partial<Record<ModelFaultCode, string>>>> = {};
