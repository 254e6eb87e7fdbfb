/* global -- a function of CloudFront: JavaScript runtime 2.0, no imports, at most 10 KB. */

// Does what functions/web/redirects.ts does, which serves installations without an edge; a test holds them together.
var MOVED = { '/index.html': '/', '/compressor.html': '/compress' };

// What only machines beside the servers ask for.
var INTERNAL = { '/metrics': true, '/readyz': true, '/healthz': true };

/** Answers old addresses at the edge, and keeps what is for operators from the public. */
function handler(event) {
  var request = event.request;
  if (Object.prototype.hasOwnProperty.call(INTERNAL, asRouted(request.uri)))
    return { statusCode: 404, statusDescription: 'Not Found' };
  if (!Object.prototype.hasOwnProperty.call(MOVED, request.uri)) return request;
  return {
    statusCode: 301,
    statusDescription: 'Moved Permanently',
    headers: { location: { value: MOVED[request.uri] + queryOf(request.querystring) } },
  };
}

/** The web server takes addresses in any case and with a slash at the end. */
function asRouted(uri) {
  return uri.toLowerCase().replace(/\/+$/, '');
}

/** The query as it came; CloudFront hands it over taken apart. */
function queryOf(parts) {
  var pairs = [];
  for (var name in parts) {
    var part = parts[name];
    var values = part.multiValue || [part];
    for (var i = 0; i < values.length; i += 1)
      pairs.push(values[i].value === '' ? name : name + '=' + values[i].value);
  }
  return pairs.length > 0 ? '?' + pairs.join('&') : '';
}
