/** Shows the result of one call over the bridge. */
document.querySelector('#said').textContent = await window.sample.call('echo', 'hello');
