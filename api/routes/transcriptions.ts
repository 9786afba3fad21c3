import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { MAX_PROJECT_BYTES } from '../../engine/project/limits.ts';
import { isWebAddress } from '../../engine/project/pastedUrl.ts';
import { ProblemError, problem } from '../../engine/project/problems.ts';
import { speechMessages } from '../../engine/project/speechMessages.ts';
import { errorBody } from '../contract/errorBody.ts';
import {
  createTranscriptionAnswer,
  createTranscriptionBody,
  speechAbilities,
  type TranscriptionRecord,
  transcriptionRecord,
} from '../contract/transcription.ts';
import { storableText } from '../db/storable.ts';
import type { TranscriptionRow } from '../db/tables.ts';
import { TooManyOpenError } from '../jobs/turns.ts';
import type { Service } from '../service/service.ts';
import { isSecretId, newSecretId } from '../sources/ids.ts';
import { expectTranscribable } from '../sources/transcriptions/expectTranscribable.ts';
import { projectKey, readSpeech } from '../sources/transcriptions/projectSpeech.ts';
import { expectTrack, joinTrack } from '../sources/transcriptions/sourceTrack.ts';
import type { NewTranscription } from '../sources/transcriptions/transcriptionStore.ts';
import { abilitiesOf, findEngineFor } from '../speech/findEngine.ts';
import { fail, isFailure } from '../system/serviceError.ts';
import { originOf, rejectCrossSite } from './guards.ts';
import { invalid, notFound } from './httpError.ts';
import { knownOwner, requesterOf } from './session.ts';

const errors = { '4xx': errorBody, '5xx': errorBody };
const params = z.object({ id: z.string().max(64) });
/** Seconds before a client should request more transcriptions. */
const RETRY_SECONDS = 30;

/** Routes to transcribe speech to subtitles. @param options.createsPerMinute per address. */
export function transcriptionRoutes(
  service: Pick<Service, 'library' | 'speech' | 'transcriptionStore' | 'worker'>,
  options: { createsPerMinute: number },
): FastifyPluginAsyncZod {
  const { worker, transcriptionStore: store, speech } = service;
  return async (app) => {
    app.addHook('onRequest', rejectCrossSite);
    app.get(
      '/speech',
      { schema: { summary: 'List the languages of speech recognition', response: { 200: speechAbilities } } },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store');
        return abilitiesOf(speech);
      },
    );
    app.post(
      '/transcriptions',
      {
        config: { rateLimit: { max: options.createsPerMinute, timeWindow: '1 minute' } },
        bodyLimit: MAX_PROJECT_BYTES,
        schema: {
          summary: 'Transcribe a video, an audio file or a project to subtitles with the times of their words',
          body: createTranscriptionBody,
          response: { 201: createTranscriptionAnswer, ...errors },
        },
      },
      async (request, reply) => {
        const transcriptionId = await requestTranscription(service, request.body, request, reply);
        return reply.status(201).send({ success: true, transcriptionId });
      },
    );
    app.get(
      '/transcriptions/:id',
      {
        schema: {
          summary: 'Return the state of a transcription',
          params,
          response: { 200: transcriptionRecord, ...errors },
        },
      },
      async (request) => recordOf(await findOwn(service, request.params.id, request)),
    );
    app.delete(
      '/transcriptions/:id',
      { schema: { summary: 'Cancel a transcription', params, response: { 200: transcriptionRecord, ...errors } } },
      async (request) => {
        const { id } = await findOwn(service, request.params.id, request);
        if (await store.cancel(id)) worker.abort(id);
        return recordOf(await findOwn(service, id, request));
      },
    );
  };
}

async function requestTranscription(
  service: Pick<Service, 'library' | 'speech' | 'transcriptionStore'>,
  body: z.infer<typeof createTranscriptionBody>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  try {
    const { languageCode } = body;
    const { name } = findEngineFor(service.speech, languageCode);
    const source = await readSource(service, body, request);
    const row = { id: newSecretId(), ...requesterOf(request, reply), ...source };
    return await service.transcriptionStore.add({ ...row, language_code: languageCode, engine: name });
  } catch (error) {
    if (error instanceof ProblemError) throw invalid(error.problems);
    if (isFailure(error, 'unavailable')) throw invalid([problem('settings.invalid', ['languageCode'], error.message)]);
    if (!(error instanceof TooManyOpenError)) throw error;
    const message = 'Too many files are being transcribed. Please try again in a moment.';
    throw fail('too-many-requests', message, { retryAfter: RETRY_SECONDS });
  }
}

/** Returns what is transcribed, as it is stored: a file or the speech of a project. @throws ProblemError */
async function readSource(
  { library }: Pick<Service, 'library'>,
  { sourceVideo, project, audioTrack }: z.infer<typeof createTranscriptionBody>,
  request: FastifyRequest,
): Promise<Pick<NewTranscription, 'source_url' | 'project'>> {
  if (sourceVideo === undefined) {
    const speech = await readSpeech(project, library, [originOf(request)], knownOwner(request));
    return { source_url: projectKey(speech), project: speech };
  }
  const url = typeof sourceVideo === 'string' ? sourceVideo : sourceVideo.url;
  const source = await sourceOf({ library }, url, audioTrack, request);
  return { source_url: joinTrack(source, audioTrack) };
}

/**
 * Returns the URL of a file with audio on this server, or a link, which is fetched when the job runs. @throws
 * ProblemError
 */
async function sourceOf(
  { library }: Pick<Service, 'library'>,
  url: string,
  audioTrack: number | undefined,
  request: FastifyRequest,
): Promise<string> {
  const origin = originOf(request);
  const isElsewhere = URL.canParse(url) && new URL(url).origin !== origin;
  if (isElsewhere && isWebAddress(url)) return storableText(url.trim());
  const found = await library.find(url, [origin], { asker: knownOwner(request) });
  if ('code' in found) throw new ProblemError([problem(found.code, ['sourceVideo'], found.message)]);
  expectTranscribable(found.facts);
  expectTrack(audioTrack, found);
  return found.url;
}

async function findOwn(
  { transcriptionStore }: Pick<Service, 'transcriptionStore'>,
  id: string,
  request: FastifyRequest,
): Promise<TranscriptionRow> {
  const row = isSecretId(id) ? await transcriptionStore.get(id) : undefined;
  if (!row || row.owner !== knownOwner(request)) throw notFound('This transcription');
  return row;
}

function recordOf({ state, progress, cues, error }: TranscriptionRow): TranscriptionRecord {
  const done = state === 'done';
  const { downloaded = done, extracted = done, conformed = done, speech = 0 } = progress ?? {};
  const shares = { downloaded, extracted, conformed, speech: done ? 1 : speech, done };
  const failure = failureOf(state, error);
  return {
    success: failure === undefined,
    ...(failure ? { error: failure } : {}),
    response: { done, subtitles: [...(cues ?? [])], progress: shares },
  };
}

function failureOf(state: TranscriptionRow['state'], error: TranscriptionRow['error']): TranscriptionRecord['error'] {
  if (state === 'canceled') return { code: 'cancelled', message: speechMessages.cancelled };
  return state === 'failed'
    ? { code: error?.code ?? 'internal', message: error?.message ?? speechMessages.failed }
    : undefined;
}
