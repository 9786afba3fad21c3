import fastifyCookie from '@fastify/cookie';
import fastifyHelmet from '@fastify/helmet';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import fastifySwagger from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ReferenceBlock } from '../engine/tools/reference.ts';
import manifest from '../package.json' with { type: 'json' };
import { accountRoutes } from './routes/accounts.ts';
import { clientOf, proxiesOf } from './routes/addresses.ts';
import { authenticate } from './routes/authenticate.ts';
import { answerBadConnection, type ConnectionLimits, usualLimits, watchConnections } from './routes/connections.ts';
import { conversionRoutes } from './routes/conversions.ts';
import { derivedRoutes } from './routes/derived.ts';
import { describeAll, describeRoute } from './routes/describe.ts';
import { drainRequests } from './routes/drainRequests.ts';
import { embedRoutes } from './routes/embed.ts';
import { eventRoutes } from './routes/events.ts';
import { extractRoutes } from './routes/extract.ts';
import { fileRoutes } from './routes/files.ts';
import { fontRoutes } from './routes/fonts.ts';
import { rejectHostileJson, rejectOtherSites } from './routes/guards.ts';
import { healthRoutes } from './routes/health.ts';
import { linkOriginOf, rejectOtherHosts } from './routes/hosts.ts';
import { createErrorHandler } from './routes/httpError.ts';
import { imageRoutes } from './routes/images.ts';
import { createLinkGate } from './routes/linkGate.ts';
import { countAnswers, metricsRoutes } from './routes/metrics.ts';
import { operatorRoutes } from './routes/operator.ts';
import { recognizeParty } from './routes/party.ts';
import { projectRoutes } from './routes/projects.ts';
import { RateStore } from './routes/rateStore.ts';
import { checkJsonBodies } from './routes/rawBodies.ts';
import { referenceRoutes } from './routes/reference.ts';
import { logRequests, requestIdOf } from './routes/requestLog.ts';
import { sampleRoutes } from './routes/samples.ts';
import { sharedVideoTags } from './routes/sharedVideo.ts';
import { stillRoutes } from './routes/stills.ts';
import { traceRequests } from './routes/traceRequests.ts';
import { transcriptionRoutes } from './routes/transcriptions.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { validateRequest } from './routes/validateRequest.ts';
import { videoRoutes } from './routes/videos.ts';
import { serveWeb } from './routes/web.ts';
import { type ServiceOptions, startService } from './service/service.ts';
import { publicOriginOf } from './system/s3Settings.ts';
import { fail } from './system/serviceError.ts';

/** Settings of the application. */
export interface AppOptions extends ServiceOptions {
  /** Folder of the built web application; without it, only the API is served. */
  webDir?: string | undefined;
  /**
   * Calls per minute and address: all; creating ones; fonts that must be downloaded; links; sign-in tries (per email
   * address half as many, see createGuesses). Defaults: 6000, 600, 120, 60 and 20.
   */
  rateLimit?: { all: number; creates: number; fonts?: number; links?: number; signIns?: number } | undefined;
  /** Host names in addition to those of the machine, see refuseOtherHosts; links in emails may use them. */
  hosts?: readonly string[] | undefined;
  /** Addresses and ranges of trusted proxies, in addition to this machine. */
  proxies?: readonly string[] | undefined;
  /** Describes the command line for its reference page; default: no page. */
  commands?: (() => Promise<ReferenceBlock[]>) | undefined;
  /** Limits of connections and slow bodies. */
  connections?: Partial<ConnectionLimits> | undefined;
}

const FORM_BYTES = 1_000_000;

/**
 * Builds the application: starts its service and registers all routes. It does not listen yet; closing it stops the
 * service.
 * @throws Error for invalid hosts and proxies, and if the data folder is in use.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const isProxy = proxiesOf(options.proxies);
  const checkHost = rejectOtherHosts(options.hosts);
  const service = await startService(options);
  const limits = options.rateLimit ?? { all: 6000, creates: 600 };
  const create = { createsPerMinute: limits.creates };
  const connections = { ...usualLimits, ...options.connections };
  const answerError = createErrorHandler(service.onError, service.metrics.refused);
  const app = Fastify({
    bodyLimit: FORM_BYTES,
    trustProxy: isProxy,
    ...{ forceCloseConnections: true, return503OnClosing: false },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    genReqId: requestIdOf,
    frameworkErrors: answerError,
    clientErrorHandler: answerBadConnection,
    routerOptions: { maxParamLength: 1100 },
    http: { headersTimeout: connections.headMs, connectionsCheckingInterval: connections.headMs / 4 },
  }).withTypeProvider<ZodTypeProvider>();
  try {
    app.setValidatorCompiler(validateRequest).setSerializerCompiler(serializerCompiler).setErrorHandler(answerError);
    app.removeContentTypeParser('text/plain');
    checkJsonBodies(app);
    const watch = watchConnections(app.server, connections, isProxy, answerError);
    if (service.tracer) traceRequests(app as unknown as FastifyInstance, service.tracer);
    logRequests(app as unknown as FastifyInstance, service.log);
    drainRequests(app as unknown as FastifyInstance);
    app.addHook('onClose', () => watch.stop());
    app.addHook('onRequest', watch.onRequest);
    app.addHook('onResponse', countAnswers(service.metrics));
    app.addHook('onRequest', checkHost);
    app.addHook('onRequest', rejectOtherSites);
    app.addHook('preValidation', rejectHostileJson);
    app.addHook('onClose', () => service.close());
    await registerPlugins(app, limits.all, options.s3 && publicOriginOf(options.s3));
    app.decorateRequest('account', null);
    app.addHook('onRequest', authenticate(service.accounts));
    app.decorateRequest('party', '').addHook('onRequest', recognizeParty(service.operatorToken));
    const serviceOf = createLinkGate(service);
    const signIns = { triesPerMinute: limits.signIns ?? 20 };
    const linkOrigin = linkOriginOf(options.hosts);
    await app.register(accountRoutes(service, { ...signIns, linkOrigin }), { prefix: '/api/v1' });
    await app.register(operatorRoutes(service, signIns), { prefix: '/api/v1' });
    await app.register(projectRoutes(service, create), { prefix: '/api/v1' });
    await app.register(videoRoutes(service, { ...create, serviceOf }), { prefix: '/api/v1' });
    await app.register(eventRoutes(service, { perClient: connections.streams }), { prefix: '/api/v1' });
    await app.register(fileRoutes(service), { prefix: '/api/v1' });
    await app.register(derivedRoutes(service), { prefix: '/api/v1' });
    await app.register(stillRoutes(service, { perMinute: limits.creates }), { prefix: '/api/v1' });
    await app.register(uploadRoutes(service, create), { prefix: '/api/v1' });
    await app.register(conversionRoutes(service, { ...create, serviceOf }), { prefix: '/api/v1' });
    await app.register(transcriptionRoutes(service, create), { prefix: '/api/v1' });
    await app.register(imageRoutes(service, { perMinute: limits.creates }), { prefix: '/api/v1' });
    await app.register(extractRoutes(serviceOf, { perMinute: limits.links ?? 60 }), { prefix: '/api/v1' });
    await app.register(fontRoutes(service, { fetchesPerMinute: limits.fonts ?? 120 }), { prefix: '/api/v1' });
    await app.register(healthRoutes(service, manifest.version), { prefix: '/api/v1' });
    await app.register(metricsRoutes(service, signIns));
    await app.register(sampleRoutes(service.samplesDir));
    await app.register(referenceRoutes(options.commands));
    await app.register(embedRoutes(service, options.s3 && publicOriginOf(options.s3)));
    await serveWeb(app as unknown as FastifyInstance, options.webDir, sharedVideoTags(service));
    await app.ready();
    return app as unknown as FastifyInstance;
  } catch (error) {
    await service.close();
    throw error;
  }
}

async function registerPlugins(
  app: FastifyInstance,
  callsPerMinute: number,
  storeOrigin: string | undefined,
): Promise<void> {
  await app.register(fastifyHelmet, {
    strictTransportSecurity: false,
    contentSecurityPolicy: { useDefaults: false, directives: policyWith(storeOrigin) },
  });
  await app.register(fastifyCookie);
  await app.register(fastifyRateLimit, {
    max: callsPerMinute,
    timeWindow: '1 minute',
    store: RateStore,
    keyGenerator: ({ ip }) => clientOf(ip),
    errorResponseBuilder: (_request, { ttl }) =>
      fail('too-many-requests', `Too many requests. Please try again in ${Math.ceil(ttl / 1000)} s.`),
  });
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Cutroom', version: manifest.version, description: manifest.description },
    },
    transform: describeRoute,
    transformObject: describeAll,
  });
  // Only for reply.sendFile, which gets its folder from each route.
  await app.register(fastifyStatic, { serve: false, root: process.cwd(), suppressWarning: true });
}

/** Returns the Content Security Policy of pages, with media from object storage allowed. */
function policyWith(storeOrigin: string | undefined): Record<string, string[]> {
  if (storeOrigin === undefined) return pagePolicy;
  const open = (['img-src', 'media-src', 'connect-src'] as const).map((name) => [
    name,
    [...pagePolicy[name], storeOrigin],
  ]);
  return { ...pagePolicy, ...Object.fromEntries(open) };
}

/** Content Security Policy of pages. */
const pagePolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'worker-src': ["'self'", 'blob:'],
  'img-src': ["'self'", 'blob:', 'data:'],
  'media-src': ["'self'", 'blob:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};
