# A worker as a function of AWS Lambda. Build context: the root of the repository.
FROM public.ecr.aws/lambda/nodejs:24 AS build
WORKDIR /app
COPY package.json package-lock.json LICENSE ./
RUN npm ci --no-audit --no-fund
COPY infra/docker ./infra/docker
COPY platform ./platform
COPY workers ./workers
COPY functions/lambda ./functions/lambda
# Nothing of the site, its server and the tools.
RUN node infra/docker/keep-needed.ts function

FROM public.ecr.aws/lambda/nodejs:24
ENV NODE_ENV=production
COPY --from=build /app/node_modules ${LAMBDA_TASK_ROOT}/node_modules
COPY --from=build /app/kept ${LAMBDA_TASK_ROOT}/
CMD ["functions/lambda/worker.handler"]
