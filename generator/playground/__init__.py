"""The playground of the site: what answers in the browser, and the Python that runs there."""
