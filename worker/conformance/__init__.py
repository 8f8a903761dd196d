"""Does an agent keep to the protocol? The tests that it has to pass before it is admitted."""

from worker.conformance.check import CheckSettings, check_agent
from worker.conformance.report import Finding, Report

__all__ = ["CheckSettings", "Finding", "Report", "check_agent"]
