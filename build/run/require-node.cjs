/**
 * Loaded before each script of package.json: ends with one sentence on a Node that is older than `engines` wants.
 * Its syntax is that of the oldest Nodes, because only what loads can tell.
 */
'use strict';
const oldest = require('../../package.json').engines.node.replace('>=', '');

function isOlder(version) {
  const wanted = oldest.split('.');
  const given = version.split('.');
  for (let i = 0; i < wanted.length; i += 1)
    if (Number(given[i]) !== Number(wanted[i])) return Number(given[i]) < Number(wanted[i]);
  return false;
}

/** Returns the sentence; null for a Node that will do. */
function complaintOf(version) {
  if (!isOlder(version)) return null;
  return `Caja needs Node ${oldest} or newer, and this is ${version}: install a newer one, then run npm ci.`;
}

const complaint = complaintOf(process.versions.node);
if (complaint !== null) {
  console.error(complaint);
  process.exit(1);
}
module.exports = { complaintOf };
